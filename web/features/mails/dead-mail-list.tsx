import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { ClearedTrayDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { type DeadMail, deadMailsQuery, useRetryMail } from "./dead-mails.ts";
import { mailMessages, subjectOf } from "./messages.ts";

/** A mail server's reply code and text (RFC 5321). */
const answer = /\b[45]\d\d[ -].*/;

/**
 * Why a mail failed, for administrators: the mail server's reply. Errors of our own libraries
 * belong in the log.
 */
export function mailReason(lastError: string | null): string {
  if (!lastError) return mailMessages.noReason;
  const [reply] = answer.exec(lastError) ?? [];
  return reply ? `${mailMessages.answered} ${reply}` : mailMessages.notSent;
}

/**
 * Mails that could not be delivered, with recipient, subject, reason and attempts; each can be
 * retried.
 */
export function DeadMailList() {
  const { supabase } = useAuth();
  const { data: mails, isError, isFetching, refetch } = useQuery(deadMailsQuery(supabase));
  useEffect(() => {
    if (isError) toast({ ...mailMessages.loadFailed, variant: "destructive" });
  }, [isError]);
  if (!mails && !isError) return <LoadingMails />;
  if (!mails) {
    return (
      <EmptyState
        drawing={<UnpluggedDrawing />}
        title={mailMessages.loadFailed.description}
        action={
          <Button loading={isFetching} onClick={() => refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  if (mails.length === 0) {
    return (
      <EmptyState
        drawing={<ClearedTrayDrawing />}
        title={mailMessages.none}
        description={mailMessages.noneHint}
      />
    );
  }
  return (
    <Card>
      <ul className="divide-y">
        {mails.map((mail) => (
          <li key={mail.id}>
            <DeadMailRow mail={mail} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DeadMailRow({ mail }: { mail: DeadMail }) {
  const retry = useRetryMail();
  return (
    <article
      aria-label={`${subjectOf(mail.template)} para ${mail.recipient}`}
      className="grid gap-3 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6 sm:px-5"
    >
      <div className="wrap-anywhere grid gap-1 text-sm">
        <span className="font-medium">{mail.recipient}</span>
        <span className="text-muted-foreground">
          <span>{`${subjectOf(mail.template)} · `}</span>
          <time dateTime={mail.created_at}>{day.format(new Date(mail.created_at))}</time>
        </span>
        <span className="text-destructive-ink">{mailReason(mail.last_error)}</span>
        <span className="numeric text-muted-foreground text-xs">
          {mail.attempts === 1 ? "1 intento" : `${mail.attempts} intentos`}
        </span>
      </div>
      <Button
        variant="outline"
        icon={<RotateCw aria-hidden="true" />}
        aria-label={`Reenviar a ${mail.recipient}`}
        loading={retry.isPending}
        onClick={() => retry.mutate(mail)}
      >
        Reenviar
      </Button>
    </article>
  );
}

const day = new Intl.DateTimeFormat("es", { dateStyle: "medium", timeStyle: "short" });

function LoadingMails() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-xl border">
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-28 rounded-none" />
      ))}
    </div>
  );
}
