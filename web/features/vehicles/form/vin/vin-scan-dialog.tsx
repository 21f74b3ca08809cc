import { lazy, Suspense } from "react";
import { Dialog, DialogContent } from "#web/ui/dialog.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";

const VinScanner = lazy(() => import("./vin-scanner.tsx"));

/** The dialog around the camera. The camera and its code reader are loaded only when it is opened. */
export function VinScanDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onVin: (vin: string) => void;
}) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent
        title="Escanear VIN"
        description="El código suele estar en la puerta del conductor o al pie del parabrisas."
      >
        <Suspense fallback={<PageSpinner label="Abriendo la cámara..." />}>
          <VinScanner onVin={props.onVin} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
