import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Inbox } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "#web/session/use-auth.ts";
import { StatCard } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { pendingRequestsQuery } from "./pending-requests.ts";

/** How many requests wait, with the way to them. */
export function PendingCard() {
  const { supabase } = useAuth();
  const { data, isError } = useQuery(pendingRequestsQuery(supabase));
  return (
    <StatCard
      label="Solicitudes pendientes"
      icon={<Inbox />}
      value={data?.length ?? (isError ? "–" : <Skeleton className="h-6 w-10" />)}
      hint={
        <Link
          to="/admin/access-requests"
          className="touch-target inline-flex items-center gap-1 font-semibold text-primary-ink hover:underline"
        >
          Revisar <ArrowRight aria-hidden="true" className="size-3.5" />
        </Link>
      }
    />
  );
}
