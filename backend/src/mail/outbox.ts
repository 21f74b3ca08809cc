import type { Logger } from "pino";
import type { Metrics } from "../http/metrics.ts";
import type { Sql } from "../postgres/sql.ts";
import { isPermanentFailure, type MailTransport, type OutgoingMessage } from "./transports.ts";

/** A mail that this process must deliver or give back. `attempts` includes the current one. */
type ClaimedMail = {
  id: string;
  template: string;
  recipient: string;
  data: Record<string, unknown>;
  messageId: string;
  attempts: number;
  createdAt: Date;
};

/** Rows of private.outgoing_mail: claim, then settle, retry or bury. */
type Outbox = ReturnType<typeof createOutbox>;

/**
 * Longer than any attempt to send (see transports), but short enough to recover soon after a crash.
 */
const claimSeconds = 60;
const maxPauseSeconds = 300;

/** Creates the outbox on the owner's pool. `host` is the domain of the Message-IDs. */
export function createOutbox(sql: Sql, host: string) {
  return {
    /** Returns null if the mail is sent, given up, or claimed by another worker. */
    async claim(id: string): Promise<ClaimedMail | null> {
      const [mail] = await sql<ClaimedMail[]>`
        update private.outgoing_mail
        set claimed_until = now() + make_interval(secs => ${claimSeconds}),
            attempts = attempts + 1,
            message_id = coalesce(message_id, id || '@' || ${host})
        where id = ${id} and state = 'queued'
          and (claimed_until between now() and now() + make_interval(secs => ${claimSeconds})) is not true
        returning id, template, recipient, data, message_id as "messageId", attempts, created_at as "createdAt"`;
      return mail ?? null;
    },

    /** Marks the mail as sent and clears its data, which may hold secrets. */
    async settle(id: string): Promise<void> {
      await sql`
        update private.outgoing_mail
        set state = 'sent', sent_at = now(), data = '{}', last_error = null, claimed_until = null
        where id = ${id}`;
    },

    /** Releases the mail and queues its next attempt, in one statement. */
    async retry(id: string, attempts: number, error: string): Promise<void> {
      const pause = Math.min(maxPauseSeconds, 2 ** Math.min(attempts, 16));
      await sql`
        with mail as (
          update private.outgoing_mail
          set claimed_until = null, last_error = ${error}, due_at = now() + make_interval(secs => ${pause})
          where id = ${id} and state = 'queued'
          returning id, due_at
        )
        select graphile_worker.add_job('send_mail', json_build_object('id', id), run_at => due_at, job_key => 'mail:' || id)
        from mail`;
    },

    /** Gives up on the mail; the row stays, with the reason. */
    async bury(id: string, error: string): Promise<void> {
      await sql`
        update private.outgoing_mail
        set state = 'dead', last_error = ${error}, claimed_until = null
        where id = ${id} and state = 'queued'`;
    },

    /** Queues mails again that a dead process, or a clock that was ahead, left behind. */
    async sweep(): Promise<void> {
      await sql`
        select graphile_worker.add_job('send_mail', json_build_object('id', id), job_key => 'mail:' || id)
        from (
          select id from private.outgoing_mail
          where state = 'queued'
            and due_at not between now() - interval '1 minute' and now() + make_interval(secs => ${maxPauseSeconds})
            and (claimed_until between now() and now() + make_interval(secs => ${claimSeconds})) is not true
          order by due_at limit 500
        ) as lost`;
      await sql`delete from private.outgoing_mail where state = 'sent' and sent_at < now() - interval '30 days'`;
    },
  };
}

/** Renders a queued mail by its template name. Throws for data that the template rejects. */
export type RenderMail = (
  template: string,
  data: unknown,
) => Promise<Pick<OutgoingMessage, "subject" | "html" | "text" | "replyTo" | "unsubscribeUrl">>;

type Delivery = {
  outbox: Outbox;
  transport: MailTransport;
  render: RenderMail;
  mailFrom: string;
  log: Logger;
};

/** About a day at five minutes per attempt; no verification link is valid for longer. */
const maxAttempts = 300;

/**
 * Tries to send a mail once. If the mail server is down or the process is stopping, it is retried
 * later; a permanent rejection or invalid data makes it a dead letter.
 */
export async function deliverMail(delivery: Delivery, id: string, stopping: AbortSignal) {
  const { outbox, transport, log } = delivery;
  const mail = await outbox.claim(id);
  if (!mail) return;

  const message = await compose(delivery, mail);
  if ("fault" in message) {
    const { fault } = message;
    log.error({ mail: id, template: mail.template, fault }, "mail cannot be rendered");
    return outbox.bury(id, fault);
  }

  try {
    await transport.send(message, stopping);
  } catch (error) {
    return giveBack(delivery, mail, error);
  }
  await outbox.settle(id);
}

async function compose(
  { render, mailFrom }: Delivery,
  mail: ClaimedMail,
): Promise<OutgoingMessage | { fault: string }> {
  try {
    const content = await render(mail.template, mail.data);
    return { ...mail, ...content, from: mailFrom };
  } catch (error) {
    return { fault: reasonOf(error) };
  }
}

async function giveBack({ outbox, log }: Delivery, mail: ClaimedMail, error: unknown) {
  const reason = reasonOf(error);
  const details = { mail: mail.id, template: mail.template, attempts: mail.attempts, err: error };
  if (isPermanentFailure(error) || mail.attempts >= maxAttempts) {
    log.error(details, "mail given up");
    return outbox.bury(mail.id, reason);
  }
  log.warn(details, "mail not sent, will retry");
  return outbox.retry(mail.id, mail.attempts, reason);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** Reports how many mails are queued and dead, and the age of the oldest queued one. */
export function observeOutbox(sql: Sql, metrics: Metrics): void {
  metrics.observe({
    name: "outbox_mails",
    help: "Mails that are waiting to be sent (queued) or were given up (dead).",
    labelNames: ["state"],
    read: async () => {
      const [row] = await sql<{ queued: number; dead: number }[]>`
        select (select count(*)::integer from private.outgoing_mail where state = 'queued') as queued,
          (select count(*)::integer from private.outgoing_mail where state = 'dead') as dead`;
      return Object.entries(row ?? {}).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  metrics.observe({
    name: "outbox_oldest_seconds",
    help: "Age of the oldest queued mail.",
    read: async () => {
      const [row] = await sql<{ age: number }[]>`
        select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
        from private.outgoing_mail where state = 'queued'`;
      return row?.age ?? [];
    },
  });
}
