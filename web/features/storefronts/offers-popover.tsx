import { Tag, X } from "lucide-react";
import { useRef } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { closePopover, useToggleClosedOnBack } from "#web/ui/overlays/close-on-back.tsx";

/**
 * 'Conoce nuestras ofertas': a native popover with the seller's text, which needs no script; with
 * script, Back closes it.
 */
export function OffersPopover({ offers }: { offers: string }) {
  const popover = useRef<HTMLDivElement>(null);
  const followToggle = useToggleClosedOnBack(popover, () => closePopover(popover.current));
  return (
    <>
      <button
        type="button"
        popoverTarget="ofertas"
        aria-haspopup="dialog"
        className={buttonStyles({ variant: "outline" })}
      >
        <Tag aria-hidden="true" />
        Conoce nuestras ofertas
      </button>
      <div
        ref={popover}
        id="ofertas"
        popover="auto"
        onToggle={followToggle}
        role="dialog"
        aria-labelledby="ofertas-titulo"
        className="m-auto max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-2xl border bg-popover p-6 text-popover-foreground shadow-overlay backdrop:bg-[hsl(222_47%_6%/0.55)] sm:p-8"
      >
        <h2 id="ofertas-titulo" className="pr-10 font-semibold text-title">
          Nuestras Ofertas Especiales
        </h2>
        <p className="wrap-anywhere mt-4 whitespace-pre-line leading-relaxed">{offers}</p>
        <button
          type="button"
          popoverTarget="ofertas"
          popoverTargetAction="hide"
          aria-label="Cerrar"
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-full text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </>
  );
}
