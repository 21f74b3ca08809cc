import { type RefObject, type ToggleEvent, useEffect, useRef, useState } from "react";
import { closeOnBack } from "./overlay-history.ts";

type ElementRef = RefObject<HTMLElement | null>;

/**
 * While an overlay is open, Back closes it instead of leaving the page. Pass `element` for a native
 * dialog, popover or details, which closes before its events fire.
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

/** Clicks the popover's close button, because older browsers lack hidePopover. */
export function closePopover(popover: HTMLElement | null): void {
  popover?.querySelector<HTMLElement>("[popovertargetaction=hide]")?.click();
}

/** As useCloseOnBack, for an element that works without script; returns its `onToggle` handler. */
export function useToggleClosedOnBack(element: ElementRef, close: () => void) {
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, close, element);
  // It may have been opened before this script ran.
  useEffect(() => setOpen(isShown(element)), [element]);
  return ({ newState }: ToggleEvent) => setOpen(newState === "open");
}

/**
 * As useCloseOnBack, for a Radix dialog or menu; render it inside the content. Back acts like
 * Escape, so a dialog that is saving stays. During its exit animation it no longer counts as open.
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
