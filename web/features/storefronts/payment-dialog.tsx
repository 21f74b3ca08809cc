import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { CalculatorForm, calculatorWords } from "./payment-calculator.tsx";
import { readPlan, topPrice } from "./payment-plan.ts";

type PaymentDialogProps = { open: boolean; onClose: () => void; price: number | null };

/** The calculator over a vehicle's page, which starts at the vehicle's price if it has one. */
export function PaymentDialog({ open, onClose, price }: PaymentDialogProps) {
  const typed = price === null ? null : String(price);
  const most = topPrice(typed);
  return (
    <Dialog open={open} onOpenChange={(opens) => !opens && onClose()}>
      <DialogContent
        title={calculatorWords.title}
        description={calculatorWords.description}
        className="sm:max-w-2xl lg:max-w-5xl"
        onOpenAutoFocus={focusPanel}
      >
        <div className="@container">
          <CalculatorForm start={readPlan({ price: typed }, most)} topPrice={most} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** In its first field a phone's keyboard would cover what the payment is. */
function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
