import type { z } from "zod";

/** The content of a mail without markup; layout.ts renders it as HTML and text. */
export type MailContent = {
  subject: string;
  /** The preview that mail programs show next to the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  /** Key facts, one per line. */
  details?: MailDetail[];
  /** Lists, each with a heading. */
  sections?: MailSection[];
  /** A quoted message of another person. */
  quote?: string | undefined;
  /** Ways to reach that person, best first. */
  contacts?: MailLink[];
  action: MailLink;
  notes: string[];
  /** The reply address, if not the site's. */
  replyTo?: string | undefined;
  /** The unsubscribe link. */
  unsubscribe?: MailLink;
};

export type MailLink = { label: string; url: string };

export type MailDetail = { label: string; value: string; url?: string };

/** `more`: totals, or a link to what is not listed. */
export type MailSection = {
  title: string;
  rows: { text: string; about?: string; note?: string; url: string }[];
  more: string[];
};

/** Site data for templates. */
export type MailSite = { siteUrl: string; contactEmail: string };

export function greet(name: string): string {
  const plain = plainName(name);
  return plain ? `Hola, ${plain}:` : "Hola:";
}

/**
 * A name that is safe to show, or undefined. It was typed by an unverified person, perhaps with
 * another person's address, so names that could contain an advertisement, number or link (digits,
 * addresses, dotted words) are omitted.
 */
export function plainName(name: string): string | undefined {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  const usable = plain !== "" && plain.length <= 60 && !/[\d:/@<>[\]]|\p{L}\.\p{L}/u.test(plain);
  return usable ? plain : undefined;
}

/** Templates by the name passed to private.queue_mail. Each throws for invalid data. */
export type Templates = Record<string, (data: unknown, site: MailSite) => MailContent>;

/** A template that validates its data with a schema. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: MailSite) => MailContent,
): (data: unknown, site: MailSite) => MailContent {
  return (data, site) => write(schema.parse(data), site);
}
