import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A rendered mail. Its ids stay the same for all attempts. */
export type OutgoingMessage = {
  id: string;
  messageId: string;
  createdAt: Date;
  from: string;
  recipient: string;
  /** The reply address, if it is not the sender. */
  replyTo?: string | undefined;
  /** A POST to this URL unsubscribes (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  subject: string;
  html: string;
  text: string;
};

/** Resolves when the mail server has accepted the mail; `signal` aborts. */
export type MailTransport = { send(message: OutgoingMessage, signal: AbortSignal): Promise<void> };

/** Loaded with the first mail, to save memory until then. */
const loadNodemailer = () => import("nodemailer");

/**
 * Addresses are objects, so that none is parsed as a list. nodemailer may not read files or URLs
 * that a message names.
 */
export function composeMessage(message: OutgoingMessage) {
  return {
    from: message.from,
    to: { name: "", address: message.recipient },
    ...(isAddress(message.replyTo) ? { replyTo: { name: "", address: message.replyTo } } : {}),
    subject: withoutEncodedWords(message.subject),
    messageId: `<${message.messageId}>`,
    date: message.createdAt,
    text: message.text,
    html: message.html,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(message.unsubscribeUrl && {
        "List-Unsubscribe": `<${message.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** An encoded word (RFC 2047) could decode to line breaks, which plain input cannot contain. */
function withoutEncodedWords(text: string): string {
  return text.replaceAll("=?", "= ?");
}

/** A single plain address. An invalid reply address is dropped rather than the mail. */
function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^[^\s\p{Cc},;:<>()"\\@]+@[^\s\p{Cc},;:<>()"\\@]+$/u.test(text);
}

/**
 * Writes .eml files. The name starts with the mail's creation time and is the same for each
 * attempt, so that a retry overwrites the file.
 */
export function createFileTransport(folder: string): MailTransport {
  return {
    send: async (message) => {
      const { createTransport } = await loadNodemailer();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: source } = await composer.sendMail(composeMessage(message));
      const path = join(folder, `${fileTime(message.createdAt)}-${message.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, source, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}

function fileTime(time: Date): string {
  return time.toISOString().replaceAll(/[-:]/g, "").replace(/\./, "");
}

/**
 * How long the mail server may be silent. A server that sends a byte now and then never times out
 * here.
 */
const timeouts = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  dnsTimeout: 5_000,
  socketTimeout: 15_000,
  socketCloseTimeout: 1_000,
};

/**
 * An attempt is aborted after `attemptSeconds`, which is shorter than the outbox's claim, so that
 * no second worker sends the mail too.
 */
export function createSmtpTransport(smtpUrl: string, attemptSeconds: number): MailTransport {
  return {
    send: async (message, stopping) => {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ ...timeouts, url: smtpUrl });
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(attemptSeconds * 1000)]);
      try {
        await transport.sendMail({ ...composeMessage(message), signal });
      } catch (cause) {
        if (!signal.aborted) throw cause;
        throw new Error("The mail server took too long", { cause });
      } finally {
        transport.close();
      }
    },
  };
}

/** Whether the server permanently rejected (5xx) the recipient or the content. */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  return (
    Number(error.responseCode) >= 500 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code))
  );
}
