import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { RequestAccessForm } from "./request-access-form.tsx";

type RequestAccessPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when the panel has gone, to give the focus back. */
  onClosed: () => void;
};

/** The dialog's panel with its form. */
export function RequestAccessPanel({ open, onOpenChange, onClosed }: RequestAccessPanelProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onClosed}
        title="Solicitar acceso"
        description="Cuéntanos quién eres. Un administrador revisará tu solicitud y te avisaremos por correo."
      >
        <RequestAccessForm onSent={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
