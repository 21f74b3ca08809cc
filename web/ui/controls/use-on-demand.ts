import { useState } from "react";
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

function tellMissing(): void {
  toast({
    title: "No se pudo abrir",
    description: "Comprueba tu conexión y recarga la página.",
    variant: "destructive",
  });
}
