import type { Logger } from "pino";
import type { ClaimedMail, Outbox } from "./outbox.ts";
import { isRefusedForGood, type MailTransport, type OutgoingMessage } from "./transports.ts";

/** Writes a queued mail by the name of its template. Throws for data that it does not take. */
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

/** About a day with pauses of five minutes; a verification link lives no longer. */
const mostAttempts = 300;

/**
 * Sends the mail with this id once. A mail server that is down, or `stopping`, means a later
 * attempt; a final no, or data that no template takes, a dead letter.
 */
export async function deliverMail(
  delivery: Delivery,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const { outbox, transport, log } = delivery;
  const mail = await outbox.claim(id);
  if (!mail) return;

  const message = await compose(delivery, mail);
  if ("fault" in message) {
    log.error(
      { mail: id, template: mail.template, fault: message.fault },
      "mail cannot be written",
    );
    return outbox.bury(id, message.fault);
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
  if (isRefusedForGood(error) || mail.attempts >= mostAttempts) {
    log.error(details, "mail given up");
    return outbox.bury(mail.id, reason);
  }
  log.warn(details, "mail not sent, to be tried again");
  return outbox.retry(mail.id, mail.attempts, reason);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
