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
