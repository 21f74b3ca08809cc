import { type MouseEvent, useState } from "react";
import { toast } from "../states/toast.ts";

/** A module that is loaded on first use. */
export type LazyModule<Part> = {
  /** Null until it is loaded. */
  part: Part | null;
  /** Requested but not loaded yet. */
  waiting: boolean;
  /** Preloads it, when a pointer or the focus comes near. */
  prefetch: () => void;
  /** Loads it; shows a notice on failure. */
  request: () => void;
};

/**
 * Loads a module that most visitors never need (a menu, a dialog) on demand. Unlike React.lazy, a
 * failure leaves the page as it is. It cannot be retried, because browsers remember a failed module
 * until the page is reloaded; the notice asks for that.
 */
export function useLazyModule<Part extends object>(
  fetchPart: () => Promise<Part>,
): LazyModule<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const [waiting, setWaiting] = useState(false);
  const prefetch = () => {
    fetchPart().catch(() => undefined);
  };
  const request = () => {
    setWaiting(true);
    fetchPart()
      .then(setPart, showLoadFailure)
      .finally(() => setWaiting(false));
  };
  return { part, waiting, prefetch, request };
}

/**
 * A dialog opened by a button. Its module is loaded on first use and stays mounted, so that input
 * survives closing.
 */
export function useLazyDialog<Part extends object>(fetchPart: () => Promise<Part>) {
  const [open, setOpen] = useState(false);
  const { part, waiting, prefetch, request } = useLazyModule(fetchPart);
  const show = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Safari does not focus a clicked button, and a dialog returns the focus to the focused
    // element.
    currentTarget.focus();
    setOpen(true);
    if (!part) request();
  };
  return {
    part,
    open,
    close: () => setOpen(false),
    opener: {
      type: "button",
      "aria-haspopup": "dialog",
      "aria-busy": waiting || undefined,
      onPointerEnter: prefetch,
      onFocus: prefetch,
      onClick: show,
    } as const,
  };
}

function showLoadFailure(): void {
  toast({
    title: "No se pudo abrir",
    description: "Comprueba tu conexión y recarga la página.",
    variant: "destructive",
  });
}
