import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccessRequest, ManageAccessRequestInput } from "#contract/access-request.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/alert-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { dealershipChoicesQuery } from "./dealership-choices.ts";

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

/** Asks before a request is approved; a vendedor can be given a dealership here. */
export function ApproveDialog({ request, open, pending, onClose, onDecide }: DecisionDialogProps) {
  const [dealershipId, setDealershipId] = useState("");
  const joinsDealership = request.account_type === "vendedor";
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
          dealershipId: joinsDealership && dealershipId ? dealershipId : null,
        })
      }
    >
      {joinsDealership && (
        <DealershipPick value={dealershipId} onChange={setDealershipId} disabled={pending} />
      )}
    </ConfirmDialog>
  );
}

function DealershipPick(props: {
  value: string;
  onChange: (id: string) => void;
  disabled: boolean;
}) {
  const { supabase } = useAuth();
  const { data: dealerships = [], isPending } = useQuery(dealershipChoicesQuery(supabase));
  return (
    <Field
      className="pt-2"
      label="Concesionario"
      hint="El vendedor gestionará el inventario de este concesionario. Sin concesionario todavía no verá vehículos."
    >
      <Select
        value={props.value}
        disabled={props.disabled || isPending}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="">Sin concesionario por ahora</option>
        {dealerships.map(({ id, full_name }) => (
          <option key={id} value={id}>
            {full_name ?? id}
          </option>
        ))}
      </Select>
    </Field>
  );
}
