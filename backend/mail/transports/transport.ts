/** A mail ready to go: who, what, and the identity that stays the same over all attempts. */
export type OutgoingMessage = {
  id: string;
  messageId: string;
  createdAt: Date;
  from: string;
  recipient: string;
  /** Who gets the answer, if not the sender. */
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
};

/**
 * A way out for mails. `send` resolves when the mail is safely handed over and throws when it is
 * not; `signal` breaks it off.
 */
export type MailTransport = {
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>;
  close(): void;
};

/**
 * The message as nodemailer takes it. Recipient and reply address are given as objects, so that
 * they can never be read as lists of addresses, and nothing in a message may name files or
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
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * What looks like an encoded word in a header is one to whoever reads it (RFC 2047), with line
 * breaks and signs that nobody may type in plain.
 */
function withoutEncodedWords(text: string): string {
  return text.replaceAll("=?", "= ?");
}

/**
 * One address and nothing that a header could take for more; a mail without its reply address is
 * better than none.
 */
function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^[^\s\p{Cc},;:<>()"\\@]+@[^\s\p{Cc},;:<>()"\\@]+$/u.test(text);
}
