import { type RefObject, type ToggleEvent, useEffect, useRef, useState } from "react";
import { closeOnBack } from "./overlay-history.ts";

type ElementRef = RefObject<HTMLElement | null>;

/**
 * While an overlay is open, Back closes it instead of leaving the page. `element` is for a native
 * dialog, a popover or details: it closes some time before its events say so.
 */
export function useCloseOnBack(open: boolean, close: () => void, element?: ElementRef): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    return closeOnBack({
      isOpen: () => !element || isShown(element),
      close: () => latest.current(),
    });
  }, [open, element]);
}

const isShown = ({ current }: ElementRef): boolean =>
  current?.matches(":is([open], :popover-open)") ?? false;

/** Presses its own close button: older browsers lack the method. */
export function closePopover(popover: HTMLElement | null): void {
  popover?.querySelector<HTMLElement>("[popovertargetaction=hide]")?.click();
}

/** The same for an element that opens without script; gives its `onToggle`. */
export function useToggleClosedOnBack(element: ElementRef, close: () => void) {
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, close, element);
  // It may have been opened before this script ran.
  useEffect(() => setOpen(isShown(element)), [element]);
  return ({ newState }: ToggleEvent) => setOpen(newState === "open");
}

/**
 * The same for a dialog or menu of Radix, inside whose content it is rendered: Back does what
 * Escape does, so a dialog that is saving stays. While it fades out it no longer counts as open.
 */
export function CloseOnBack() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      closeOnBack({
        isOpen: () => mark.current?.closest("[data-state]")?.matches("[data-state=open]") ?? false,
        close: () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })),
      }),
    [],
  );
  return <span ref={mark} hidden />;
}
