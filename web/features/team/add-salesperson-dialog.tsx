import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { AddSalespersonForm } from "./add-salesperson-form.tsx";

/** The dialog that adds a salesperson to the own team. */
export function AddSalespersonDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent
        title="Añadir Vendedor"
        description="La cuenta queda activa: podrá iniciar sesión enseguida con su correo y esta contraseña."
      >
        <AddSalespersonForm onAdded={() => props.onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
