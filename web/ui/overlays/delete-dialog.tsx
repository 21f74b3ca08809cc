import { type ReactNode, useState } from "react";
import { toast } from "../states/toast.ts";
import { ConfirmDialog } from "./alert-dialog.tsx";

type DeleteDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Deletes; gives the sentence that says why it was not possible, null when it was. */
  onDelete: () => Promise<string | null>;
  /** Told when it is over, however it went. */
  onSettled: () => void;
  /** What a success says. */
  deleted: { title: string; description: string };
  /** What a failure says above its sentence. */
  failedTitle: string;
};

/**
 * Asks before something is deleted for good, waits for the deleting, says how it went and closes.
 */
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
