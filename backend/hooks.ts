import type { Sql } from "./postgres/sql.ts";

/** What somebody did, or had done, to the ways in which a person proves who they are. */
export type CredentialChange = { userId: string; by: "owner" | "service" } & (
  | { kind: "password" | "recovery-code-used" }
  | { kind: "factor-added" | "factor-removed"; factorId: string }
);

/** What the backend itself says to people, in a product's language. */
export type Words = {
  /** Of the pages that follow, as HTML names it. */
  language: string;
  /** After the link of a mail, to whoever waits until the account is opened. */
  confirmed: string;
  /** The pages of /_mail. */
  inbox: Record<
    | "title"
    | "refresh"
    | "hint"
    | "empty"
    | "back"
    | "missing"
    | "to"
    | "from"
    | "date"
    | "formatted"
    | "plain"
    | "noSubject",
    string
  >;
};

/**
 * What a product adds to the backend's acts. Each function gets the transaction of the act, which
 * it rolls back by throwing; `Hooks` that are left out do nothing.
 */
export type Hooks = {
  /**
   * Whether who signs up with these metadata is the first person of the installation, who enters at
   * once, also where sign-ups are closed. Without metadata: whether that one is still to come. A
   * trigger that refuses a second one, as of two at once, raises with the hint `signup_disabled`.
   */
  isFirstUser(sql: Sql, metadata?: Record<string, unknown>): Promise<boolean>;

  /**
   * Before an account gets an e-mail or a phone from the service, from the first user, or for a
   * link that opens accounts (GoTrue's before-user-created): removes what may be in its way.
   * `userId` is that of an account that is there already.
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
   * After a sign-up that anybody may make (GoTrue's after-user-created). Where e-mail or phone were
   * taken there is no `userId`; what it does then must take as long.
   */
  afterSignUp(
    sql: Sql,
    signUp: { userId: string | null; email: string | null; password: string },
  ): Promise<void>;

  /** After a change that whoever audits accounts, or owns this one, wants to hear of. */
  afterCredentialChange(sql: Sql, change: CredentialChange): Promise<void>;

  /** What the templates of mails learn of a person besides the link. */
  mailData(sql: Sql, userId: string): Promise<Record<string, unknown>>;

  /** What is due by the clock. */
  everyMinute(sql: Sql): Promise<void>;
  /** Every half hour: removes objects that nobody needs. */
  sweepObjects(sql: Sql): Promise<void>;

  /**
   * The table or view, with the columns of storage.objects, that says which objects are served to
   * whoever has a public or signed address.
   */
  servedObjects: string;

  /**
   * The size of a picture, as render/image is asked for it, that is made of each uploaded one at
   * once: who asks first need not wait.
   */
  firstRendition: Record<string, string> | null;

  words: Words;
};

/** A product that adds nothing. */
export const noHooks: Hooks = {
  isFirstUser: async () => false,
  beforeUserSaved: async () => undefined,
  afterSignUp: async () => undefined,
  afterCredentialChange: async () => undefined,
  mailData: async () => ({}),
  everyMinute: async () => undefined,
  sweepObjects: async () => undefined,
  servedObjects: "storage.objects",
  firstRendition: null,
  words: {
    language: "en",
    confirmed: "E-mail confirmed. You will hear from us when your account is open.",
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
  },
};
