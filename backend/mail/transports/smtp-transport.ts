import { createTransport } from "nodemailer";
import { composeMessage, type MailTransport } from "./transport.ts";

/**
 * How long the mail server may be silent. One that drips its answers is never silent, so each
 * attempt as a whole is limited too.
 */
const timeouts = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  dnsTimeout: 5_000,
  socketTimeout: 15_000,
  socketCloseTimeout: 1_000,
};

/**
 * Sends through the mail server of an smtp:// or smtps:// URL; nothing is connected before the
 * first mail. An attempt that is not done within `attemptSeconds` (shorter than the outbox's claim,
 * so that no second worker takes the mail meanwhile) is broken off and throws.
 */
export function createSmtpTransport(smtpUrl: string, attemptSeconds: number): MailTransport {
  const transport = createTransport({ ...timeouts, url: smtpUrl });
  return {
    send: async (message, stopping) => {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(attemptSeconds * 1000)]);
      try {
        await transport.sendMail({ ...composeMessage(message), signal });
      } catch (cause) {
        if (!signal.aborted) throw cause;
        throw new Error("The mail server was not done in time", { cause });
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Whether the server said a final no (5xx) to this recipient or this content; a wrong password or a
 * busy server is not final.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  return (
    Number(error.responseCode) >= 500 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code))
  );
}
