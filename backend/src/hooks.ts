import type { Sql } from "./postgres/sql.ts";

/** What somebody did, or had done, to the ways in which a person proves who they are. */
export type CredentialChange = { userId: string; by: "owner" | "service" } & (
  | { kind: "password" | "recovery-code-used" }
  | { kind: "factor-added" | "factor-removed"; factorId: string }
);

/** What the backend itself says to people: a product hands it in, in its own language. */
const englishWords = {
  /** Of the pages that follow, as HTML names it. */
  language: "en",
  /** After the link of a mail, to whoever waits until the account is opened. */
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

/** Each function gets the transaction of its act, which it rolls back by throwing. */
export type Hooks = {
  /**
   * Whether who signs up with these metadata is the first person, who enters at once; without
   * metadata, whether that one is still to come. A trigger that refuses a second one raises with
   * the hint `signup_disabled`.
   */
  isFirstUser(sql: Sql, metadata?: Record<string, unknown>): Promise<boolean>;

  /**
   * Removes what may be in the way of an account's new e-mail or phone (GoTrue's before-user-
   * created). `userId` is that of an account that is there already.
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
   * After a sign-up that anybody may make. Without `userId`, e-mail or phone were taken, and it
   * must take as long.
   */
  afterSignUp(
    sql: Sql,
    signUp: { userId: string | null; email: string | null; password: string },
  ): Promise<void>;

  /** After a change that whoever audits accounts, or owns this one, wants to hear of. */
  afterCredentialChange(sql: Sql, change: CredentialChange): Promise<void>;

  /**
   * The message of user_banned for a person who gave the right password; null for GoTrue's own. It
   * may depend on why the account is closed.
   */
  closedMessage(sql: Sql, userId: string): Promise<string | null>;

  /** What the templates of mails learn of a person besides the link. */
  mailData(sql: Sql, userId: string): Promise<Record<string, unknown>>;

  /** What is due by the clock. */
  everyMinute(sql: Sql): Promise<void>;
  /** Every half hour: removes objects that nobody needs. */
  sweepObjects(sql: Sql): Promise<void>;

  /** Which objects a public or signed address serves, with the columns of storage.objects. */
  servedObjects: string;

  /** The size, as render/image is asked for it, that is made of each uploaded picture at once. */
  firstRendition: Record<string, string> | null;

  words: Words;
};

/** A product that adds nothing. */
export const noHooks: Hooks = {
  isFirstUser: async () => false,
  beforeUserSaved: async () => undefined,
  afterSignUp: async () => undefined,
  afterCredentialChange: async () => undefined,
  closedMessage: async () => null,
  mailData: async () => ({}),
  everyMinute: async () => undefined,
  sweepObjects: async () => undefined,
  servedObjects: "storage.objects",
  firstRendition: null,
  words: englishWords,
};
