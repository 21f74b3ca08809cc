import { useState } from "react";
import type { AccessRequest, ManageAccessRequestInput } from "#contract/access-request.ts";
import { useDealershipSearch } from "#web/session/use-dealership-search.ts";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { SearchPicker } from "#web/ui/controls/search-picker.tsx";

export type DecisionDialogProps = {
  request: AccessRequest;
  open: boolean;
  pending: boolean;
  onClose: () => void;
  onDecide: (input: ManageAccessRequestInput) => void;
};

/** Asks before a request is rejected, which removes the account. */
export function RejectDialog({ request, open, pending, onClose, onDecide }: DecisionDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      destructive
      pending={pending}
      title="¿Rechazar esta solicitud?"
      description={`La cuenta de ${request.name} se elimina. Podrá volver a solicitar acceso con el mismo correo.`}
      confirmLabel="Rechazar solicitud"
      onConfirm={() => onDecide({ requestId: request.id, status: "rejected" })}
    />
  );
}

/** Asks before a vendedor is approved, who can be given a dealership here. */
export function ApproveDialog({ request, open, pending, onClose, onDecide }: DecisionDialogProps) {
  const [dealership, setDealership] = useState<DealershipPickProps["value"]>(null);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      pending={pending}
      title={`¿Aprobar a ${request.name}?`}
      description="La cuenta se activa y la persona recibe un correo con el aviso."
      confirmLabel="Aprobar solicitud"
      onConfirm={() =>
        onDecide({
          requestId: request.id,
          status: "approved",
          dealershipId: dealership?.id ?? null,
        })
      }
    >
      <DealershipPick value={dealership} onPick={setDealership} disabled={pending} />
    </ConfirmDialog>
  );
}

type DealershipPickProps = {
  value: { id: string; name: string } | null;
  onPick: (dealership: { id: string; name: string } | null) => void;
  disabled: boolean;
};

function DealershipPick(props: DealershipPickProps) {
  const dealerships = useDealershipSearch();
  return (
    <Field
      className="pt-2"
      label="Concesionario"
      aside="Opcional"
      hint="El vendedor gestionará el inventario de este concesionario. Sin concesionario todavía no verá vehículos."
    >
      <SearchPicker {...dealerships} {...props} list="inline" />
    </Field>
  );
}
