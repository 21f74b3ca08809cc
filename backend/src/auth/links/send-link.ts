import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { type Limit, limits, requireAttempts } from "../attempt-limits.ts";
import { OptionalText, readEmail } from "../read-input.ts";
import { makeLink, oneTimeTokenSeconds, redirectTarget } from "./link.ts";

/** Body of POST resend. */
export const ResendInput = z.object({
  type: z.literal("signup", { error: "Missing one of these types: signup" }),
  email: OptionalText.refine((email) => email !== "", "Type provided requires an email address"),
});

/** A second request within this time is a double click; it must not invalidate the first link. */
const pauseSeconds = 10;

/** For unauthenticated callers: response and timing are the same for every address. */
export async function resendConfirmation(context: AuthContext, email: string): Promise<void> {
  await requireMail(context, limits.verifyTo, email);
  await withMinimumDuration(sendConfirmation(context, email));
}

/**
 * Queues the confirmation mail of an unconfirmed account. Not while its invitation link works, or
 * anyone could invalidate the invitation.
 */
export async function sendConfirmation({ sql }: AuthContext, email: string): Promise<void> {
  await sql`
    select private.send_verification_mail(person.id, person.name)
    from (
      select u.id, coalesce(u.raw_user_meta_data ->> 'full_name', '') as name
      from auth.users u
      where u.email = ${readEmail(email)} and u.deleted_at is null and u.is_sso_user = false
        and (u.email_confirmed_at is null or not private.is_email_proven(u.id, u.email))
        and (u.invited_at is null or u.confirmation_sent_at < now() - make_interval(secs => ${oneTimeTokenSeconds}))
        and coalesce(u.confirmation_sent_at < now() - make_interval(secs => ${pauseSeconds}), true)
      for update
    ) as person`;
}

/** Body of POST recover. */
export const RecoverInput = z.object({
  email: OptionalText.refine((email) => email !== "", "Password recovery requires an email"),
});

/** Queues a recovery mail. Response and timing are the same if there is no account. */
export async function sendRecovery(
  context: AuthContext,
  typed: string,
  redirectTo: string | undefined,
): Promise<void> {
  const email = readEmail(typed);
  const target = redirectTarget(context.config.siteUrl, redirectTo);
  await requireMail(context, limits.recoverTo, typed);
  await withMinimumDuration(
    context.transaction((transaction) => queueRecovery(transaction, email, target)),
  );
}

/** A banned account gets a mail that says it is closed. */
async function queueRecovery(context: AuthContext, email: string | null, target: string) {
  const [account] = await context.sql<{ id: string; email: string; banned: boolean }[]>`
    select id, email, coalesce(banned_until > now(), false) as banned
    from auth.users
    where email = ${email} and deleted_at is null and is_sso_user = false
    for no key update`;
  if (!account) return;
  if (account.banned) return queueMail(context, "recovery-closed", account);
  const request = { type: "recovery", encryptedPassword: "", userMetadata: {} } as const;
  const { token } = await makeLink(context, { ...request, ...account });
  await queueMail(context, "recovery", account, { token, redirectTo: target });
}

/** Counts a requested mail against the caller's address and the mailbox. */
async function requireMail(context: AuthContext, toMailbox: Limit, email: string): Promise<void> {
  const code = "over_email_send_rate_limit";
  await requireAttempts(context, [limits.mailFrom], { code });
  await requireAttempts(context, [toMailbox], { names: [email.trim().toLowerCase()], code });
}

/** Queues a mail in the current transaction. */
export async function queueMail(
  { hooks, sql }: AuthContext,
  template: "invitation" | "recovery" | "recovery-closed",
  { id, email }: { id: string; email: string },
  link: { token: string; redirectTo: string } | Record<string, never> = {},
): Promise<void> {
  const data = { ...(await hooks.mailData(sql, id)), ...link };
  await sql`
    select private.queue_mail(${template}, ${email}, ${JSON.stringify(data)}::text::jsonb)`;
}

/** Longer than any of these requests takes on a server that is not overloaded. */
const minDurationMs = 200;

/**
 * Takes at least a fixed time, so that timing does not reveal whether there was work to do (threat
 * 20).
 */
async function withMinimumDuration(work: Promise<void>): Promise<void> {
  await Promise.all([work, pause(minDurationMs)]);
}
