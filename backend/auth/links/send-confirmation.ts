import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { limits } from "../limits.ts";
import { inEvenTime } from "../sessions/even-time.ts";
import { OptionalText, readEmail } from "../sessions/identifier.ts";
import { oneTimeTokenSeconds } from "./one-time-token.ts";
import { requireMail } from "./require-mail.ts";

/** Body of POST resend. */
export const ResendInput = z.object({
  type: z.literal("signup", { error: "Missing one of these types: signup" }),
  email: OptionalText.refine((email) => email !== "", "Type provided requires an email address"),
});
export type ResendInput = z.output<typeof ResendInput>;

/**
 * Within this time a second request is the same click: it makes nobody's link worthless. Who
 * presses again later has looked into an empty inbox.
 */
const pauseSeconds = 10;

/**
 * The mail of `sendConfirmation` for anybody who asks: answer and time are the same for every
 * address. Throws over_email_send_rate_limit (429).
 */
export async function resendConfirmation({
  context,
  input,
}: {
  context: AuthContext;
  input: ResendInput;
}): Promise<void> {
  await requireMail(context, limits.verifyTo, input.email);
  await inEvenTime(sendConfirmation({ context, input }));
}

/**
 * Queues the verification mail of an account whose address nobody has proved and makes its earlier
 * link worthless, in one statement; not while the link of an invitation works, which anybody could
 * end otherwise. Says nothing about whether there is such an account.
 */
export async function sendConfirmation({
  context: { sql },
  input,
}: {
  context: AuthContext;
  input: Pick<ResendInput, "email">;
}): Promise<void> {
  await sql`
    select private.send_verification_mail(person.id, person.name)
    from (
      select u.id, coalesce(u.raw_user_meta_data ->> 'full_name', '') as name
      from auth.users u
      where u.email = ${readEmail(input.email)} and u.deleted_at is null and u.is_sso_user = false
        and (u.email_confirmed_at is null or not private.is_email_proven(u.id, u.email))
        and (u.invited_at is null or u.confirmation_sent_at < now() - make_interval(secs => ${oneTimeTokenSeconds}))
        and coalesce(u.confirmation_sent_at < now() - make_interval(secs => ${pauseSeconds}), true)
      for update
    ) as person`;
}
