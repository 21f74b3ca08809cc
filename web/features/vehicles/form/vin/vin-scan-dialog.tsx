import { type ComponentType, useEffect, useState } from "react";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { PageSpinner } from "#web/ui/states/spinner.tsx";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";

type Scanning = { onVin: (vin: string) => void };

/** The scan dialog. Camera and decoder are loaded when it is opened. */
export function VinScanDialog(
  props: Scanning & { open: boolean; onOpenChange: (open: boolean) => void },
) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent
        title="Escanear VIN"
        description="El código suele estar en la puerta del conductor o al pie del parabrisas."
      >
        <LoadedScanner onVin={props.onVin} />
      </DialogContent>
    </Dialog>
  );
}

const UNREAD = "No se pudo abrir la cámara";

/** Without React.lazy, because a failed import would unmount the form behind the dialog. */
function LoadedScanner({ onVin }: Scanning) {
  const [Scanner, setScanner] = useState<ComponentType<Scanning> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    import("./vin-scanner.tsx").then(
      (module) => setScanner(() => module.default),
      (error: unknown) => setProblem(userMessageOf(error, UNREAD)),
    );
  }, []);
  if (Scanner) return <Scanner onVin={onVin} />;
  if (problem) return <Notice title={UNREAD}>{problem}</Notice>;
  return <PageSpinner label="Abriendo la cámara..." />;
}
