import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import {
  currentToast,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  TOAST_DURATION,
} from "./toast.ts";

const fetchToaster = () => import("./toaster.tsx");

/**
 * The place of notices, once in the root. What draws them is fetched with the first one, since most visitors never see any;
 * where it cannot be fetched they are drawn plainly, for the notice may be about that very connection.
 */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const [Drawn, setDrawn] = useState<ComponentType | null>(null);
  const wanted = shown !== null && Drawn === null;
  useEffect(() => {
    if (!wanted) return;
    fetchToaster().then(
      ({ Toaster }) => setDrawn(() => Toaster),
      () => setDrawn(() => PlainToaster),
    );
  }, [wanted]);
  return Drawn && <Drawn />;
}

/** Fetches what draws notices ahead, where one is likely. */
export function prefetchToaster(): void {
  fetchToaster().catch(() => undefined);
}

function PlainToaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  return shown && <PlainToast key={shown.id} shown={shown} />;
}

function PlainToast({ shown: { id, title, description, duration } }: { shown: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(dismissToast, Math.min(duration ?? TOAST_DURATION, 1e9), id);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <div
      role="alert"
      data-testid="toast"
      className="fixed inset-x-3 top-3 z-60 rounded-xl border bg-popover p-4 text-popover-foreground text-sm shadow-overlay sm:left-auto sm:w-96"
    >
      <strong className="block">{title}</strong>
      {description}
    </div>
  );
}
