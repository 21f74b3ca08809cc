import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { securityMessages } from "../messages.ts";
import { type OpenSession, ownSessionsQuery } from "./own-sessions.ts";
import { openSessionMessages } from "./security-messages.ts";
import { SessionRow } from "./session-row.tsx";

/** Where the person is signed in; ends one session or all but this one. */
export function OpenSessions() {
  const { supabase } = useAuth();
  const sessions = useQuery(ownSessionsQuery(supabase));
  return (
    <FormSection
      title="Sesiones"
      description="¿Entraste en un teléfono prestado o perdiste el tuyo? Cierra aquí su sesión."
    >
      {sessions.data && <SessionList sessions={sessions.data} />}
      {sessions.isPending && <Skeleton className="h-24 rounded-lg" />}
      {sessions.isError && !sessions.data && (
        <p className="text-muted-foreground text-sm">{openSessionMessages.loadFailed}</p>
      )}
      <EndOthers />
    </FormSection>
  );
}

/** So many at first; whoever signs in on many devices may see the others. */
const shownAtFirst = 6;

function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const end = useEndSession();
  const row = (session: OpenSession) => (
    <SessionRow
      key={session.id}
      session={session}
      ending={end.isPending && end.variables === session.id}
      onEnd={() => end.mutate(session.id)}
    />
  );
  const more = sessions.slice(shownAtFirst);
  return (
    <div className="grid gap-3">
      <ul aria-label="Sesiones abiertas" className="grid divide-y rounded-xl border">
        {sessions.slice(0, shownAtFirst).map(row)}
      </ul>
      {more.length > 0 && (
        <details>
          <summary className="touch-target w-fit cursor-pointer rounded-sm font-medium text-sm">
            Ver {more.length} más
          </summary>
          <ul aria-label="Más sesiones abiertas" className="mt-3 grid divide-y rounded-xl border">
            {more.map(row)}
          </ul>
        </details>
      )}
    </div>
  );
}

function useEndSession() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { error } = await supabase.rpc("end_own_session", { p_id: id });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...openSessionMessages.ended, variant: "success" }),
    onError: () => toast({ ...openSessionMessages.endFailed, variant: "destructive" }),
    onSettled: () => queries.invalidateQueries(ownSessionsQuery(supabase)),
  });
}

function EndOthers() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.signOut({ scope: "others" });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...securityMessages.othersEnded, variant: "success" }),
    onError: () => toast({ ...securityMessages.othersFailed, variant: "destructive" }),
    onSettled: () => queries.invalidateQueries(ownSessionsQuery(supabase)),
  });
  return (
    <Button
      variant="outline"
      className="w-full sm:w-fit"
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      {!end.isPending && <LogOut aria-hidden="true" />}
      Cerrar las demás sesiones
    </Button>
  );
}
