import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Slot } from "#web/ui/controls/slot.tsx";
import { useLazyModule } from "#web/ui/overlays/use-lazy-module.ts";
import { prefetchToaster } from "#web/ui/states/toast.ts";

const fetchPanel = () => {
  prefetchToaster();
  return import("./request-access-panel.tsx");
};

/**
 * The request-access dialog and its trigger. The form is loaded when the visitor is about to open
 * it.
 */
export function RequestAccessDialog({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { part, waiting, prefetch, request } = useLazyModule(fetchPanel);
  const opener = useRef<HTMLElement>(null);
  const show = (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setOpen(true);
    if (!part) request();
  };
  return (
    <>
      <Slot
        aria-haspopup="dialog"
        aria-expanded={open && part !== null}
        aria-busy={waiting || undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={show}
      >
        {trigger}
      </Slot>
      {part && (
        <part.RequestAccessPanel
          open={open}
          onOpenChange={setOpen}
          onClosed={() => opener.current?.focus()}
        />
      )}
    </>
  );
}
