import { type ReactNode, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "../overlays/alert-dialog.tsx";
import { useHeldPage } from "../overlays/held-page.ts";

/**
 * Asks before unsaved input is lost: with a dialog inside the site, with the browser's own prompt
 * outside. Also holds the page, so that it outlives the session. `release` allows the next
 * navigation, after the input was saved or is to be deleted.
 */
export function useUnsavedGuard(options: {
  dirty: boolean;
  saving?: boolean;
  /** What would be lost, in one sentence. */
  description: string;
  onLeave?: () => void;
}): { dialog: ReactNode; release: () => void } {
  const { dirty, description, onLeave } = options;
  const released = useRef(false);
  useHeldPage(dirty, options.saving);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  const dialog = (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="¿Salir sin guardar?"
      description={description}
      cancelLabel="Seguir editando"
      confirmLabel="Salir sin guardar"
      destructive
      asksAboutLeaving
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
  return {
    dialog,
    release: () => {
      released.current = true;
    },
  };
}
