import type { z } from "zod";
import { AccessAlreadyRegistered, accessAlreadyRegistered } from "./access-already-registered.ts";
import { AccessApproved, accessApproved } from "./access-approved.ts";
import { AccessRejected, accessRejected } from "./access-rejected.ts";
import { Invitation, invitation } from "./invitation.ts";
import { layOutMail } from "./layout.ts";
import type { MailContent, MailSite } from "./mail-content.ts";
import { NewInquiry, newInquiry } from "./new-inquiry.ts";
import { NewReferral, newReferral } from "./new-referral.ts";
import { PasswordChanged, passwordChanged } from "./password-changed.ts";
import { writePlainText } from "./plain-text.ts";
import { proveEmail } from "./prove-email.ts";
import { Recovery, recovery } from "./recovery.ts";
import { RecoveryClosed, recoveryClosed } from "./recovery-closed.ts";
import { SecondFactorChanged, secondFactorChanged } from "./second-factor-changed.ts";
import { VerifyEmail, verifyEmail } from "./verify-email.ts";

type Template = (data: unknown, site: MailSite) => MailContent;

/** Every mail of the product, by the name that private.queue_mail takes. */
const templates = new Map<string, Template>([
  ["verify-email", template(VerifyEmail, verifyEmail)],
  ["prove-email", template(VerifyEmail, proveEmail)],
  ["access-approved", template(AccessApproved, accessApproved)],
  ["access-rejected", template(AccessRejected, accessRejected)],
  ["access-already-registered", template(AccessAlreadyRegistered, accessAlreadyRegistered)],
  ["invitation", template(Invitation, invitation)],
  ["recovery", template(Recovery, recovery)],
  ["recovery-closed", template(RecoveryClosed, recoveryClosed)],
  ["password-changed", template(PasswordChanged, passwordChanged)],
  ["second-factor-changed", template(SecondFactorChanged, secondFactorChanged)],
  ["new-inquiry", template(NewInquiry, newInquiry)],
  ["new-referral", template(NewReferral, newReferral)],
]);

const longestSubject = 150;

/**
 * Subject, HTML, plain text and who is answered, of a queued mail. Throws for an unknown template
 * and for data that it does not take.
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
  };
}

function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: MailSite) => MailContent,
): Template {
  return (data, site) => write(schema.parse(data), site);
}

/** Nothing that people typed may end a header and begin another one. */
function oneLine(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line;
}
