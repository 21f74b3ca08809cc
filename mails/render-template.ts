import { accessRequestMails } from "./access-request-mails.ts";
import { accountMails } from "./account-mails.ts";
import { layOutMail, writePlainText } from "./layout.ts";
import { leadMails } from "./lead-mails.ts";
import type { MailSite } from "./mail-content.ts";
import { weeklyMail } from "./weekly-mail.ts";

/** All mails of the product. */
const templates = new Map(
  Object.entries({ ...accountMails, ...accessRequestMails, ...leadMails, ...weeklyMail }),
);

const maxSubjectLength = 150;

/**
 * Renders a queued mail: subject, HTML, text, reply address and unsubscribe URL. Throws for an
 * unknown template or invalid data.
 */
export async function renderTemplate(name: string, data: unknown, site: MailSite) {
  const write = templates.get(name);
  if (!write) throw new Error(`There is no mail template "${name}"`);
  const content = write(data, site);
  return {
    subject: oneLine(content.subject),
    html: await layOutMail(content, site),
    text: writePlainText(content, site),
    replyTo: content.replyTo,
    unsubscribeUrl: content.unsubscribe?.url,
  };
}

/** User input must not end a header and start another. */
function oneLine(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > maxSubjectLength ? `${line.slice(0, maxSubjectLength - 1)}…` : line;
}
