import { z } from "zod";
import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";
import { OptionalText } from "./identifier.ts";
import { issueSession } from "./issue-session.ts";
import { hashOneTimeToken, oneTimeTokenSeconds } from "./one-time-token.ts";
import type { Session } from "./present-session.ts";
import { type PresentedUser, presentUser } from "./present-user.ts";
import { type UserRow, userColumns } from "./user-row.ts";

const ConfirmationType = z.enum(["signup", "email"], { error: "Unsupported verification type" });

/** Query of GET verify: the link of a mail. */
export const VerifyLinkInput = z
  .object({ type: ConfirmationType, token: OptionalText })
  .refine(({ token }) => token !== "", "Verify requires a token or a token hash")
  .transform(({ token }) => ({ token, email: null }));

/** Body of POST verify: the link's token alone, or together with the address that it was sent to. */
export const VerifyInput = z
  .object({
    type: ConfirmationType,
    token: OptionalText,
    token_hash: OptionalText,
    email: OptionalText,
  })
  .refine(
    ({ token, token_hash }) => (token === "") !== (token_hash === ""),
    "Verify requires either a token or a token hash",
  )
  .refine(
    ({ token, email }) => (token === "") === (email === ""),
    "Only an email address or phone number should be provided on verify",
  )
  .transform(({ token, token_hash, email }) => ({
    token: token || token_hash,
    email: email === "" ? null : email.trim().toLowerCase(),
  }));
export type VerifyInput = z.output<typeof VerifyInput>;

/** An account that waits for an administrator is confirmed, and not signed in. */
export type Verified =
  | { kind: "session"; session: Session }
  | { kind: "waiting"; user: PresentedUser };

/**
 * Confirms the e-mail of the account that a link was sent to, once, and signs the person in if the account is open. Throws
 * otp_expired for a link that was used, replaced, is too old or never was.
 */
export async function verifyOneTimeToken({
  context,
  input,
}: {
  context: AuthContext;
  input: VerifyInput;
}): Promise<Verified> {
  const user = await confirmEmail(context, input);
  if (!user) throw authError("otp_expired");
  const session = await issueSession({ context, input: { user, method: "otp" } });
  return session ? { kind: "session", session } : { kind: "waiting", user: presentUser(user) };
}

async function confirmEmail(
  { sql }: AuthContext,
  { token, email }: VerifyInput,
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    with used as (
      delete from auth.one_time_tokens t
      using auth.users u
      where t.token_hash = ${hashOneTimeToken(token)} and t.token_type = 'confirmation_token'
        and t.created_at > localtimestamp - make_interval(secs => ${oneTimeTokenSeconds})
        and u.id = t.user_id and u.deleted_at is null
        and t.relates_to = u.email and coalesce(${email} = u.email, true)
      returning t.user_id
    ), proved as (
      update auth.identities i
      set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
      from used where i.user_id = used.user_id and i.provider = 'email'
    )
    update auth.users u
    set email_confirmed_at = coalesce(u.email_confirmed_at, now()), confirmation_token = '', updated_at = now()
    from used where u.id = used.user_id
    returning ${userColumns(sql)}`;
  return user;
}
