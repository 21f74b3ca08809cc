import type { Sql } from "./postgres/sql.ts";

/** A change of a user's credentials, by the user or with the service key. */
export type CredentialChange = { userId: string; by: "owner" | "service" } & (
  | { kind: "password" | "recovery-code-used" }
  | { kind: "factor-added" | "factor-removed"; factorId: string }
);

/** Texts that the backend itself shows to users. A product may pass its own, in its language. */
const englishWords = {
  /** The HTML language code of the pages below. */
  language: "en",
  /** Shown after confirming an email, while the account waits for approval. */
  confirmed: "E-mail confirmed. You will hear from us when your account is open.",
  /** The pages of /_mail. */
  inbox: {
    title: "Test mail",
    refresh: "Refresh",
    hint: "No mail leaves here: without a mail server (SMTP_URL), messages are kept on this machine and read on this page.",
    empty: "No messages yet.",
    back: "← All messages",
    missing: "Message not found",
    to: "To",
    from: "From",
    date: "Date",
    formatted: "Formatted message",
    plain: "Plain text",
    noSubject: "(no subject)",
  },
};

export type Words = typeof englishWords;

/** Hooks run in the transaction of the action; throwing rolls it back. */
export type Hooks = {
  /**
   * Whether a sign-up with this metadata is the first user, who is signed in immediately; without
   * metadata, whether there is no user yet. A trigger that rejects a second first user raises with
   * the hint `signup_disabled`.
   */
  isFirstUser(sql: Sql, metadata?: Record<string, unknown>): Promise<boolean>;

  /**
   * Removes anything that blocks an account's new email or phone (GoTrue's before-user-created
   * hook). `userId` is set for an existing account.
   */
  beforeUserSaved(
    sql: Sql,
    user: {
      act: "create" | "change" | "link";
      userId: string | null;
      email: string | null;
      phone: string | null;
    },
  ): Promise<void>;

  /**
   * After an anonymous sign-up. `userId` is null if email or phone were taken; the hook must then
   * take equally long.
   */
  afterSignUp(
    sql: Sql,
    signUp: { userId: string | null; email: string | null; password: string },
  ): Promise<void>;

  /** After a change that the owner should be notified of, or that is audited. */
  afterCredentialChange(sql: Sql, change: CredentialChange): Promise<void>;

  /**
   * The message of user_banned after a correct password, which may depend on why the account is
   * closed; null for GoTrue's own.
   */
  closedMessage(sql: Sql, userId: string): Promise<string | null>;

  /** Template data about a user for mails, besides the link. */
  mailData(sql: Sql, userId: string): Promise<Record<string, unknown>>;

  /** Runs every minute. */
  everyMinute(sql: Sql): Promise<void>;
  /** Runs every half hour; removes objects that are no longer needed. */
  sweepObjects(sql: Sql): Promise<void>;

  /**
   * The table or view of objects that public and signed URLs serve, with the columns of
   * storage.objects.
   */
  servedTable: string;

  /** The render/image parameters of the rendition that is made with each upload. */
  firstRendition: Record<string, string> | null;

  words: Words;
};

/** The defaults. */
export const noHooks: Hooks = {
  isFirstUser: async () => false,
  beforeUserSaved: async () => undefined,
  afterSignUp: async () => undefined,
  afterCredentialChange: async () => undefined,
  closedMessage: async () => null,
  mailData: async () => ({}),
  everyMinute: async () => undefined,
  sweepObjects: async () => undefined,
  servedTable: "storage.objects",
  firstRendition: null,
  words: englishWords,
};
