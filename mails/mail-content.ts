import type { z } from "zod";

/** What a template says, free of markup; layout.ts gives it its two forms. */
export type MailContent = {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  /** What the mail is about, line by line. */
  details?: MailDetail[];
  /** Lists of what the mail is about, each below its heading. */
  sections?: MailSection[];
  /** Words of somebody else, shown as theirs. */
  quote?: string | undefined;
  /** Ways to reach that person, the best one first. */
  contacts?: MailLink[];
  action: MailLink;
  notes: string[];
  /** Who gets the answer to the mail, if not the site. */
  replyTo?: string | undefined;
  /** How mails like this one are ended. */
  unsubscribe?: MailLink;
};

export type MailLink = { label: string; url: string };

export type MailDetail = { label: string; value: string; url?: string };

/** `more` says what of it is not listed, or what it comes to. */
export type MailSection = {
  title: string;
  rows: { text: string; about?: string; note?: string; url: string }[];
  more: string[];
};

/** What a template may know of the site. */
export type MailSite = { siteUrl: string; contactEmail: string };

/** The opening line. */
export function greet(name: string): string {
  const plain = plainName(name);
  return plain ? `Hola, ${plain}:` : "Hola:";
}

/**
 * A name as it may stand before anybody. It was typed by whoever asked, perhaps with somebody
 * else's address: one that could carry an advertisement, a number or a link (digits, addresses,
 * dotted words) is left out.
 */
export function plainName(name: string): string | undefined {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  const usable = plain !== "" && plain.length <= 60 && !/[\d:/@<>[\]]|\p{L}\.\p{L}/u.test(plain);
  return usable ? plain : undefined;
}

/** Mails by the name that private.queue_mail takes; each throws for data that it does not take. */
export type Templates = Record<string, (data: unknown, site: MailSite) => MailContent>;

/** A mail that is written from what its schema takes. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: MailSite) => MailContent,
): (data: unknown, site: MailSite) => MailContent {
  return (data, site) => write(schema.parse(data), site);
}
