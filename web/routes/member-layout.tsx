import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Link, Outlet } from "react-router";
import { TopBar } from "#web/features/accounts/top-bar.tsx";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { newLeadCountQuery } from "../features/leads/lead-queries.ts";
import { scopeOf } from "../features/leads/read-leads.ts";
import { AccessGuard } from "./access-guard.tsx";
import { BottomNav } from "./bottom-nav.tsx";

export default function MemberLayout() {
  return (
    <AccessGuard audience="member">
      <a
        href="#contenido"
        className="sr-only z-60 rounded-md bg-popover px-4 py-3 font-semibold shadow-raised focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Saltar al contenido
      </a>
      <Frame />
    </AccessGuard>
  );
}

function Frame() {
  const newLeads = useNewLeads();
  return (
    <>
      <TopBar leads={<LeadsLink count={newLeads} />} />
      <main id="contenido" className="page-width pb-16 max-sm:pb-24">
        <Outlet />
      </main>
      <BottomNav newLeads={newLeads} />
    </>
  );
}

const MOST_SHOWN = 99;

/** How many leads nobody has attended to. */
function useNewLeads(): number {
  const { supabase } = useAuth();
  const scope = scopeOf(useActiveUser());
  // Leads of the whole platform are nobody's task, so an administrator gets no number.
  const { data: count = 0 } = useQuery({
    ...newLeadCountQuery(supabase, scope),
    enabled: scope !== null,
  });
  return count;
}

/** The way to Prospectos, with that number. */
function LeadsLink({ count }: { count: number }) {
  return (
    <Button asChild variant="ghost" className="relative px-3">
      <Link to="/leads">
        <Inbox aria-hidden="true" />
        <span className="max-lg:sr-only">Prospectos</span>
        {count > 0 && (
          <span className="numeric grid h-5 min-w-5 place-items-center rounded-full bg-destructive px-1 font-semibold text-2xs text-destructive-foreground max-lg:absolute max-lg:top-0.5 max-lg:right-0.5">
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            <span className="sr-only">{count === 1 ? "nuevo" : "nuevos"}</span>
          </span>
        )}
      </Link>
    </Button>
  );
}
