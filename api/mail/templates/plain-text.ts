import type { MailContent, MailSite } from "./mail-content.ts";

/** The mail for programs that show no HTML. */
export function writePlainText(content: MailContent, { siteUrl }: MailSite): string {
  const parts = [
    content.greeting,
    ...content.paragraphs,
    `${content.action.label}:\n${content.action.url}`,
    ...content.notes,
    `--\nVitrina\n${siteUrl}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
