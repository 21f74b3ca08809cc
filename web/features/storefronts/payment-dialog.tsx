import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { CalculatorForm, calculatorWords } from "./payment-calculator.tsx";
import { type PlanScale, readPlan } from "./payment-plan.ts";

type PaymentDialogProps = {
  open: boolean;
  onClose: () => void;
  price: number | null;
  scale: PlanScale;
};

/** The calculator over a vehicle's page, starting at its price if known. */
export function PaymentDialog({ open, onClose, price, scale }: PaymentDialogProps) {
  const typed = price === null ? null : String(price);
  return (
    <Dialog open={open} onOpenChange={(opens) => !opens && onClose()}>
      <DialogContent
        title={calculatorWords.title}
        description={calculatorWords.description}
        className="sm:max-w-2xl lg:max-w-5xl"
        onOpenAutoFocus={focusPanel}
      >
        <div className="@container">
          <CalculatorForm start={readPlan({ price: typed }, scale)} scale={scale} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Focusing the first field would open a phone's keyboard over the result. */
function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
