import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Inbox } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { StatCard } from "#web/ui/frame/card.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { accessRequestMessages as messages } from "./messages.ts";
import { pendingRequestsQuery } from "./pending-requests.ts";

/**
 * The number of pending requests with a link to them, or a retry button if they could not be
 * loaded.
 */
export function PendingCard() {
  const { supabase } = useAuth();
  const { data, isError, isFetching, refetch } = useQuery(pendingRequestsQuery(supabase));
  const failed = isError && !data;
  return (
    <StatCard
      label="Solicitudes pendientes"
      icon={<Inbox />}
      value={data?.length ?? (failed ? "–" : <Skeleton className="h-6 w-10" />)}
      hint={
        failed ? (
          <div role="alert" className="grid justify-items-start gap-2">
            {messages.loadFailed.description}
            <Button variant="outline" size="sm" loading={isFetching} onClick={() => refetch()}>
              Reintentar
            </Button>
          </div>
        ) : (
          <Link
            to="/admin/access-requests"
            className="touch-target inline-flex items-center gap-1 font-semibold text-primary-ink hover:underline"
          >
            Revisar <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        )
      }
    />
  );
}
