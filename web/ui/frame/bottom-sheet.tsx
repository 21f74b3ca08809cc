import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useCloseOnBack } from "../overlays/close-on-back.tsx";

type BottomSheetProps = {
  title: ReactNode;
  description: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A non-modal sheet at the lower edge. Takes the focus when it appears, unless something in it did.
 * Esc and Back close it.
 */
export function BottomSheet({ title, description, onClose, children }: BottomSheetProps) {
  const titleId = useId();
  const sheet = useRef<HTMLElement>(null);
  useCloseOnBack(true, onClose);
  useEffect(() => {
    if (sheet.current?.contains(document.activeElement)) return;
    sheet.current?.focus({ preventScroll: true });
  }, []);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const heading = document.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    },
    [],
  );
  const closeByKey = ({ key }: KeyboardEvent) => key === "Escape" && onClose();
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      data-returns-focus
      aria-labelledby={titleId}
      onKeyDown={closeByKey}
      className="fixed inset-x-0 bottom-0 z-40 grid animate-rise gap-4 rounded-t-2xl border-t bg-popover px-5 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] text-popover-foreground shadow-overlay outline-none sm:inset-x-auto sm:bottom-6 sm:left-1/2 sm:w-112 sm:-translate-x-1/2 sm:rounded-2xl sm:border sm:p-6"
    >
      <div>
        <h2 id={titleId} className="wrap-anywhere font-semibold text-lg tracking-tight">
          {title}
        </h2>
        <p className="text-muted-foreground text-sm">{description}</p>
      </div>
      {children}
    </section>
  );
}
