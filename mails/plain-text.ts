import type { MailContent, MailLink, MailSite } from "./mail-content.ts";

/** The mail for programs that show no HTML; whom to call or write to is among the details. */
export function writePlainText(content: MailContent, { siteUrl }: MailSite): string {
  const { details = [], quote, contacts = [] } = content;
  const parts = [
    content.greeting,
    ...content.paragraphs,
    details.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    quote ? quote.replaceAll(/^/gm, "> ") : "",
    ...contacts.filter(({ url }) => url.startsWith("https:")).map(writeLink),
    writeLink(content.action),
    ...content.notes,
    `--\nVitrina\n${siteUrl}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function writeLink({ label, url }: MailLink): string {
  return `${label}:\n${url}`;
}
