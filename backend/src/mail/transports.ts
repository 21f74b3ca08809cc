import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A mail ready to go: who, what, and the identity that stays the same over all attempts. */
export type OutgoingMessage = {
  id: string;
  messageId: string;
  createdAt: Date;
  from: string;
  recipient: string;
  /** Who gets the answer, if not the sender. */
  replyTo?: string | undefined;
  /** Where a POST ends mails like this one, for programs that offer it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  subject: string;
  html: string;
  text: string;
};

/** `send` resolves when the mail is safely handed over; `signal` breaks it off. */
export type MailTransport = { send(message: OutgoingMessage, signal: AbortSignal): Promise<void> };

/** With the first mail: until then nodemailer would lie in memory unused. */
const loadNodemailer = () => import("nodemailer");

/**
 * Addresses are objects, so that none is read as a list, and nothing in a message names files or
 * addresses for nodemailer to read.
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

/** Whoever reads an encoded word (RFC 2047) gets line breaks that nobody may type in plain. */
function withoutEncodedWords(text: string): string {
  return text.replaceAll("=?", "= ?");
}

/** One address that no header takes for more; a mail is better without it than none. */
function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^[^\s\p{Cc},;:<>()"\\@]+@[^\s\p{Cc},;:<>()"\\@]+$/u.test(text);
}

/**
 * Writes .eml files. The name begins with the time and is the same at each attempt, so that a
 * repetition replaces instead of doubling.
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

/** How long the mail server may be silent; one that drips its answers never is. */
const timeouts = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  dnsTimeout: 5_000,
  socketTimeout: 15_000,
  socketCloseTimeout: 1_000,
};

/**
 * An attempt that is not done within `attemptSeconds`, less than the outbox's claim, is broken off,
 * so that no second worker takes the mail meanwhile.
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
        throw new Error("The mail server was not done in time", { cause });
      } finally {
        transport.close();
      }
    },
  };
}

/** Whether the server said a final no (5xx) to this recipient or this content. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  return (
    Number(error.responseCode) >= 500 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code))
  );
}
