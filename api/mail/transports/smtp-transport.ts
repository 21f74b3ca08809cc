import { createTransport } from "nodemailer";
import { composeMessage } from "./compose-message.ts";
import type { MailTransport } from "./transport.ts";

/** Together shorter than the outbox's claim, so that no second worker takes a mail that this one is still sending. */
const timeouts = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  dnsTimeout: 5_000,
  socketTimeout: 15_000,
};

/** Sends through the mail server of an smtp:// or smtps:// URL; nothing is connected before the first mail. */
export function createSmtpTransport(smtpUrl: string): MailTransport {
  const transport = createTransport({ ...timeouts, url: smtpUrl });
  return {
    send: async (message) => {
      await transport.sendMail(composeMessage(message));
    },
    close: () => transport.close(),
  };
}

/** Whether the server said a final no (5xx) to this recipient or this content; a wrong password or a busy server is not final. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  return (
    Number(error.responseCode) >= 500 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code))
  );
}
