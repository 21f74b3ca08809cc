import { useRef } from "react";

/**
 * For a dialog that no Trigger of Radix opens: when it closes, the focus goes back to where it was
 * when it opened. Radix alone would leave it on the page's body.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = before;
      if (!(current instanceof HTMLElement) || !current.isConnected) return;
      event.preventDefault();
      current.focus();
    },
  };
}
