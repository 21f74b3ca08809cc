import { type MouseEvent, useState } from "react";
import { useOnDemand } from "#web/ui/controls/use-on-demand.ts";

/**
 * A dialog that a button opens: its module, fetched on first use and kept from then on, so that
 * what was typed stays.
 */
export function useLeadDialog<Part extends object>(fetchPart: () => Promise<Part>) {
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
