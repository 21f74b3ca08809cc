import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type AccessRequest,
  ManageAccessRequestAnswer,
  type ManageAccessRequestInput,
} from "#contract/accounts/access-request.ts";
import { callFunction } from "#web/api/call-function.ts";
import { useDealershipSearch } from "#web/session/dealership/use-dealership-search.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { SearchPicker } from "#web/ui/fields/search-picker.tsx";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { ClearedTrayDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accessRequestMessages as messages } from "./messages.ts";
import { pendingRequestsQuery } from "./pending-requests.ts";
import { RequestCard } from "./request-card.tsx";

const grid = "grid fit-columns-[20rem] gap-4";

/** The pending requests, or a message if there are none. */
export function RequestList() {
  const { supabase } = useAuth();
  const { data: requests, isError, refetch } = useQuery(pendingRequestsQuery(supabase));
  useEffect(() => {
    if (isError) toast({ ...messages.loadFailed, variant: "destructive" });
  }, [isError]);
  if (requests) return <LoadedRequests requests={requests} />;
  if (!isError) return <RequestListSkeleton />;
  return (
    <EmptyState
      drawing={<UnpluggedDrawing />}
      title={messages.listFailed}
      action={<Button onClick={() => refetch()}>Reintentar</Button>}
    />
  );
}

type Choice = { request: AccessRequest; status: "approved" | "rejected" };

function LoadedRequests({ requests }: { requests: AccessRequest[] }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [open, setOpen] = useState(false);
  const decide = useDecideRequest();
  const ask = (request: AccessRequest, status: Choice["status"]) => {
    setChoice({ request, status });
    setOpen(true);
  };
  // Only approving a salesperson needs a further choice: the dealership.
  const approve = (request: AccessRequest) => {
    if (request.account_type === "vendedor") return ask(request, "approved");
    decide.mutate({ requestId: request.id, status: "approved" });
  };
  const decided = decide.isPending ? decide.variables.requestId : null;
  const dialog = choice && {
    request: choice.request,
    open,
    pending: decide.isPending,
    onClose: () => setOpen(false),
    onDecide: (input: ManageAccessRequestInput) =>
      decide.mutate(input, { onSettled: () => setOpen(false) }),
  };
  return (
    <>
      {requests.length === 0 ? (
        <EmptyState
          drawing={<ClearedTrayDrawing />}
          title={messages.none}
          description="Las nuevas solicitudes de acceso aparecerán aquí."
        />
      ) : (
        <ul className={grid}>
          {requests.map((request) => (
            <li key={request.id} className="grid grid-cols-1">
              <RequestCard
                request={request}
                pending={request.id === decided}
                onApprove={() => approve(request)}
                onReject={() => ask(request, "rejected")}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog && choice.status === "approved" && (
        <ApproveDialog key={choice.request.id} {...dialog} />
      )}
      {dialog && choice.status === "rejected" && (
        <RejectDialog key={choice.request.id} {...dialog} />
      )}
    </>
  );
}

function RequestListSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-56 rounded-xl" />
      ))}
    </div>
  );
}

type DecisionDialogProps = {
  request: AccessRequest;
  open: boolean;
  pending: boolean;
  onClose: () => void;
  onDecide: (input: ManageAccessRequestInput) => void;
};

/** Confirms a rejection, which deletes the account. */
function RejectDialog({ request, open, pending, onClose, onDecide }: DecisionDialogProps) {
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

/** Confirms the approval of a salesperson, who can be assigned to a dealership here. */
function ApproveDialog({ request, open, pending, onClose, onDecide }: DecisionDialogProps) {
  const [dealership, setDealership] = useState<DealershipPickProps["value"]>(null);
  useHeldPage(open);
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

/**
 * Approves or rejects a request (server function manage-access-request), shows a notice and reloads
 * the lists.
 */
function useDecideRequest() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: ManageAccessRequestInput) => {
      const result = await callFunction(supabase, "manage-access-request", input);
      if (!result.success) throw new Error(result.message);
      return ManageAccessRequestAnswer.safeParse(result.data).data;
    },
    onSuccess: (answer, { status }) => {
      const { title, description } = messages[status];
      toast({ title, description: join(description, answer?.notice), variant: "success" });
    },
    onError: (error, { status }) => {
      const failure = status === "approved" ? messages.approveFailed : messages.rejectFailed;
      const description = join(failure.description, error.message);
      toast({ ...failure, description, variant: "destructive" });
    },
    onSettled: () => {
      // Not awaited: after a failure the reload may take long, and the dialog should close now.
      queries.invalidateQueries({ queryKey: ["access-requests"] });
      queries.invalidateQueries({ queryKey: ["accounts"] });
    },
  });
}

function join(...sentences: (string | undefined)[]): string {
  return sentences.filter(Boolean).join(" ");
}
