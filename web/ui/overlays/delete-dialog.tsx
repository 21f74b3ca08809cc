import { type ReactNode, useState } from "react";
import { toast } from "../states/toast.ts";
import { ConfirmDialog } from "./alert-dialog.tsx";

type DeleteDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Returns the error message, or null on success. */
  onDelete: () => Promise<string | null>;
  /** Called afterwards, on success or failure. */
  onSettled: () => void;
  /** The notice on success. */
  deleted: { title: string; description: string };
  /** The title of the notice on failure. */
  failedTitle: string;
};

/** Asks before a permanent deletion, performs it, shows the result and closes. */
export function DeleteDialog(props: DeleteDialogProps) {
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const refusal = await props.onDelete();
    setPending(false);
    if (refusal === null) toast({ ...props.deleted, variant: "success" });
    else toast({ title: props.failedTitle, description: refusal, variant: "destructive" });
    props.onClose();
    props.onSettled();
  };
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onClose}
      destructive
      pending={pending}
      title={props.title}
      description={props.description}
      confirmLabel="Eliminar"
      onConfirm={confirm}
    />
  );
}
