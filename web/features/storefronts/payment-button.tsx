import { Calculator } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { useLazyDialog } from "#web/ui/overlays/use-lazy-module.ts";
import type { PlanScale } from "./payment-plan.ts";

const fetchDialog = () => import("./payment-dialog.tsx");

type PaymentButtonProps = {
  /** Initial price; null for the default. */
  price: number | null;
  scale: PlanScale;
  /** URL of a page with the calculator, for visitors without script. */
  href: string | null;
};

/** 'Calcula tu pago': opens the calculator, loaded on first use. */
export function PaymentButton({ price, scale, href }: PaymentButtonProps) {
  const { part, open, close, opener } = useLazyDialog(fetchDialog);
  const styles = `${buttonStyles({ variant: "link" })} w-fit py-1.5`;
  const content = (
    <>
      <Calculator aria-hidden="true" />
      <span>Calcula tu pago</span>
    </>
  );
  return (
    <>
      <button {...opener} className={`${styles} noscript:hidden`}>
        {content}
      </button>
      {href && (
        <a href={href} className={`${styles} hidden noscript:inline-flex`}>
          {content}
        </a>
      )}
      {part && <part.PaymentDialog open={open} onClose={close} price={price} scale={scale} />}
    </>
  );
}
