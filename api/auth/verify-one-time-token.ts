import { z } from "zod";
import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";
import { OptionalText, readEmail, readPhone } from "./identifier.ts";
import { issueSession } from "./issue-session.ts";
import { limits, requireAttempts } from "./limits.ts";
import { hashOneTimeToken, oneTimeTokenSeconds } from "./one-time-token.ts";
import type { Session } from "./present-session.ts";
import { type PresentedUser, presentUser } from "./present-user.ts";
import { type UserRow, userColumns } from "./user-row.ts";

/** What mails of ours carry. */
const mailed = ["signup", "email", "recovery"] as const;

/** What GoTrue sends besides and nobody is sent here: a token of such a type is refused as one that expired. */
const neverSent = ["invite", "magiclink", "email_change", "sms", "phone_change"] as const;

const TokenType = z.enum([...mailed, ...neverSent], { error: "Unsupported verification type" });

/** Query of GET verify: the link of a mail. */
export const VerifyLinkInput = z
  .object({ type: TokenType, token: OptionalText })
  .refine(({ token }) => token !== "", "Verify requires a token or a token hash")
  .transform(({ type, token }) => ({ type, token, email: "", phone: "" }));

/** Body of POST verify: the link's token alone, or together with the address or the phone that it was sent to. */
export const VerifyInput = z
  .object({
    type: TokenType,
    token: OptionalText,
    token_hash: OptionalText,
    email: OptionalText,
    phone: OptionalText,
  })
  .refine(
    ({ token, token_hash }) => (token === "") !== (token_hash === ""),
    "Verify requires either a token or a token hash",
  )
  .refine(
    ({ token, email, phone }) =>
      [email, phone].filter((to) => to !== "").length === (token === "" ? 0 : 1),
    "Only an email address or phone number should be provided on verify",
  )
  .transform(({ token, token_hash, ...input }) => ({ ...input, token: token || token_hash }));
export type VerifyInput = z.output<typeof VerifyInput>;

/** An account that waits for an administrator is confirmed, and not signed in. */
export type Verified =
  | { kind: "session"; session: Session }
  | { kind: "waiting"; user: PresentedUser };

/**
 * Accepts a mail's link once: it proves the e-mail, and signs the person in if the account is open; with a recovery link in order to set a new
 * password. Throws otp_expired for a link that was used, replaced, is too old or never was (429 when there were too many of those),
 * validation_failed for an address or a phone that is none, and user_banned for the recovery of an account that was closed meanwhile.
 */
export async function verifyOneTimeToken({
  context,
  input,
}: {
  context: AuthContext;
  input: VerifyInput;
}): Promise<Verified> {
  const [email, phone] = [readEmail(input.email), readPhone(context, input.phone)];
  const user = phone === null ? await spendToken(context, { ...input, email }) : undefined;
  if (!user) {
    await requireAttempts(context, [limits.badLink]);
    const wasTyped = email !== null || phone !== null;
    throw authError("otp_expired", wasTyped ? { message: "Token has expired or is invalid" } : {});
  }
  const session = await issueSession({ context, input: { user, method: "otp" } });
  if (session) return { kind: "session", session };
  if (input.type === "recovery") throw authError("user_banned");
  return { kind: "waiting", user: presentUser(user) };
}

/** Account before token is the order in which everybody locks them; the token is looked at again once the account is locked. */
async function spendToken(
  { sql }: AuthContext,
  { type, token, email }: { type: string; token: string; email: string | null },
): Promise<UserRow | undefined> {
  if (!mailed.some((known) => known === type)) return undefined;
  const isRecovery = type === "recovery";
  const kind = isRecovery ? "recovery_token" : "confirmation_token";
  const hash = hashOneTimeToken(token);
  const [user] = await sql<UserRow[]>`
    with person as (
      select u.id
      from auth.one_time_tokens t
      join auth.users u on u.id = t.user_id
      where t.token_hash = ${hash} and t.token_type = ${kind}
        and t.created_at > localtimestamp - make_interval(secs => ${oneTimeTokenSeconds})
        and u.deleted_at is null and t.relates_to = u.email and coalesce(${email} = u.email, true)
      for no key update of u
    ), used as (
      delete from auth.one_time_tokens t
      using person
      where t.user_id = person.id and t.token_hash = ${hash} and t.token_type = ${kind}
      returning t.user_id
    ), proved as (
      update auth.identities i
      set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
      from used where i.user_id = used.user_id and i.provider = 'email'
    )
    update auth.users u
    set email_confirmed_at = coalesce(u.email_confirmed_at, now()),
      confirmation_token = case when ${isRecovery} then u.confirmation_token else '' end,
      recovery_token = case when ${isRecovery} then '' else u.recovery_token end,
      updated_at = now()
    from used where u.id = used.user_id
    returning ${userColumns(sql)}`;
  return user;
}
