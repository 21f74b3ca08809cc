import { type MouseEvent, useState } from "react";
import { toast } from "../states/toast.ts";

/** A part of the page that is fetched on first use. */
export type OnDemand<Part> = {
  /** Null until it was requested and has come. */
  part: Part | null;
  /** It was requested and has not come yet. */
  waiting: boolean;
  /** Fetches it ahead, when a pointer or the focus comes near. */
  prefetch: () => void;
  /** Fetches it; says so when that fails. */
  request: () => void;
};

/**
 * Fetches what most visitors never open (a menu, a dialog) when somebody is about to open it. Takes
 * a function that imports a module. Unlike with React.lazy, a fetch that fails leaves the page as
 * it is. It cannot be repeated: browsers remember that a module failed for as long as the page
 * lives, so the notice asks for a new page.
 */
export function useOnDemand<Part extends object>(fetchPart: () => Promise<Part>): OnDemand<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const [waiting, setWaiting] = useState(false);
  const prefetch = () => {
    fetchPart().catch(() => undefined);
  };
  const request = () => {
    setWaiting(true);
    fetchPart()
      .then(setPart, tellMissing)
      .finally(() => setWaiting(false));
  };
  return { part, waiting, prefetch, request };
}

/**
 * A dialog that a button opens: its module, fetched on first use and kept from then on, so that
 * what was typed stays.
 */
export function useDialogOnDemand<Part extends object>(fetchPart: () => Promise<Part>) {
  const [open, setOpen] = useState(false);
  const { part, waiting, prefetch, request } = useOnDemand(fetchPart);
  const show = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Safari focuses no button that is clicked, and a dialog gives the focus back to where it was.
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

function tellMissing(): void {
  toast({
    title: "No se pudo abrir",
    description: "Comprueba tu conexión y recarga la página.",
    variant: "destructive",
  });
}
