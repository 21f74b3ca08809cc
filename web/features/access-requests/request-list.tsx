import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AccessRequest, ManageAccessRequestInput } from "#contract/access-request.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { ClearedTrayDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { ApproveDialog, RejectDialog } from "./decision-dialogs.tsx";
import { accessRequestMessages as messages } from "./messages.ts";
import { pendingRequestsQuery } from "./pending-requests.ts";
import { RequestCard } from "./request-card.tsx";
import { useDecideRequest } from "./use-decide-request.ts";

const grid = "grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3";

/** The pending requests with their decisions, or what stands in their place. */
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
  // Only a vendedor's approval leaves something to choose.
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
