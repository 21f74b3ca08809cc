import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleHelp, LogOut, Monitor, Smartphone } from "lucide-react";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { timeSince } from "#web/ui/time-since.ts";
import { securityMessages } from "../messages.ts";
import { openSessionMessages } from "./messages.ts";
import { type OpenSession, ownSessionsQuery } from "./own-sessions.ts";

type UserAgentPattern = readonly [pattern: RegExp, name: string];

/** The first match wins, because most browsers also name their ancestors. */
const browsers: UserAgentPattern[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const devices: UserAgentPattern[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b.*\bMobile\b/, "teléfono Android"],
  [/\bAndroid\b/, "tableta Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

type Device = { name: string; kind: "phone" | "computer" | "unknown" };

/** Describes a user agent: "Chrome en Windows", "Safari en iPhone". */
export function describeDevice(userAgent: string | null): Device {
  const browser = nameOf(browsers, userAgent);
  const device = nameOf(devices, userAgent);
  const name = [browser, device].filter(Boolean).join(" en ");
  if (!device) return { name: name || "Dispositivo desconocido", kind: "unknown" };
  return { name, kind: /iPhone|iPad|Android/.test(device) ? "phone" : "computer" };
}

function nameOf(signs: UserAgentPattern[], userAgent: string | null): string | undefined {
  return signs.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}

const icons: Record<Device["kind"], typeof Monitor> = {
  phone: Smartphone,
  computer: Monitor,
  unknown: CircleHelp,
};

type SessionRowProps = { session: OpenSession; ending: boolean; onEnd: () => void };

/**
 * An open session: device, last use, and a button to end it, or to sign out for the current one.
 */
function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { name, kind } = describeDevice(session.user_agent);
  const Icon = icons[kind];
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-3 p-3 sm:px-4">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 flex-[1_1_7rem] gap-0.5 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-muted-foreground text-xs">
          {session.is_current
            ? "En uso ahora"
            : `Último uso: ${timeSince(new Date(session.used_at), new Date())}`}
        </span>
      </div>
      {session.is_current ? (
        <Badge variant="success">Este dispositivo</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          loading={ending}
          aria-label={`Cerrar sesión en ${name}`}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}

/** The person's open sessions; ends one, or all others. */
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

/** Sessions shown before "show all". */
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
            {`Ver ${more.length} más`}
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
    onError: (error) => toast(failureNotice(openSessionMessages.endFailed, error)),
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
    onError: (error) => toast(failureNotice(securityMessages.othersFailed, error)),
    onSettled: () => queries.invalidateQueries(ownSessionsQuery(supabase)),
  });
  return (
    <Button
      variant="outline"
      className="w-full sm:w-fit"
      icon={<LogOut aria-hidden="true" />}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      Cerrar las demás sesiones
    </Button>
  );
}
