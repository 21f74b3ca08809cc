import { z } from "zod";
import { type PresentedUser, presentUser, type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { limits, requireAttempts } from "../attempt-limits.ts";
import { OptionalText, readEmail, readPhone } from "../read-input.ts";
import { issueSession, type Session } from "../sessions/session.ts";
import { hashOneTimeToken, type OneTimeTokenKind, oneTimeTokenSeconds } from "./link.ts";

const TokenType = z.enum(
  ["signup", "invite", "recovery", "magiclink", "email", "email_change", "sms", "phone_change"],
  { error: "Unsupported verification type" },
);

/** The token kinds that each link type can spend. */
const kindsOf: Record<z.output<typeof TokenType>, OneTimeTokenKind[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  // GoTrue's other types are never sent here; their tokens are rejected as expired.
  email_change: [],
  sms: [],
  phone_change: [],
};

/** Query of GET verify: the link of a mail. */
export const VerifyLinkInput = z
  .object({ type: TokenType, token: OptionalText })
  .refine(({ token }) => token !== "", "Verify requires a token or a token hash")
  .transform(({ type, token }) => ({ type, token, email: "", phone: "" }));

/** Body of POST verify: a token hash, or a token with the email or phone that it was sent to. */
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

/** An account that waits for approval is confirmed but not signed in. */
export type Verified =
  | { kind: "session"; session: Session }
  | { kind: "waiting"; user: PresentedUser };

/**
 * Uses up a link: confirms the email, and signs the user in if the account is open. Throws
 * otp_expired for an invalid link.
 */
export async function verifyOneTimeToken(
  context: AuthContext,
  input: VerifyInput,
): Promise<Verified> {
  const [email, phone] = [readEmail(input.email), readPhone(context, input.phone)];
  const user = phone === null ? await spendToken(context, { ...input, email }) : undefined;
  if (!user) {
    await requireAttempts(context, [limits.badLink]);
    const wasTyped = email !== null || phone !== null;
    throw authError("otp_expired", wasTyped ? { message: "Token has expired or is invalid" } : {});
  }
  const session = await issueSession(context, user, "otp");
  if (session) return { kind: "session", session };
  if (user.spent === "recovery_token") throw authError(user.banned ? "user_banned" : "otp_expired");
  return { kind: "waiting", user: presentUser(user) };
}

type SpentBy = UserRow & { spent: OneTimeTokenKind };

/**
 * If an unconfirmed account is recovered or invited, its owner did not choose the password, so it
 * is cleared. Locks account before token, as all other code does.
 */
async function spendToken(
  { sql }: AuthContext,
  { type, token, email }: { type: VerifyInput["type"]; token: string; email: string | null },
): Promise<SpentBy | undefined> {
  const hash = hashOneTimeToken(token);
  const [user] = await sql<SpentBy[]>`
    with person as (
      select u.id, u.email, t.token_type
      from auth.one_time_tokens t
      join auth.users u on u.id = t.user_id
      where t.token_hash = ${hash} and t.token_type::text = any(${kindsOf[type]}::text[])
        and t.created_at > localtimestamp - make_interval(secs => ${oneTimeTokenSeconds})
        and u.deleted_at is null and t.relates_to = u.email and coalesce(${email} = u.email, true)
      for no key update of u
    ), used as (
      delete from auth.one_time_tokens t
      using person
      where t.user_id = person.id and t.token_hash = ${hash} and t.token_type = person.token_type
      returning t.user_id, t.token_type
    ), proved as (
      update auth.identities i
      set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
      from used where i.user_id = used.user_id and i.provider = 'email'
    ), known as (
      insert into private.proven_emails (user_id, email)
      select person.id, person.email from person join used on used.user_id = person.id
      on conflict (user_id) do update set email = excluded.email
    )
    update auth.users u
    set encrypted_password = case
        when u.email_confirmed_at is null and (used.token_type = 'recovery_token' or u.invited_at is not null) then ''
        else u.encrypted_password end,
      email_confirmed_at = coalesce(u.email_confirmed_at, now()),
      confirmation_token = case used.token_type when 'confirmation_token' then '' else u.confirmation_token end,
      recovery_token = case used.token_type when 'recovery_token' then '' else u.recovery_token end,
      updated_at = now()
    from used where u.id = used.user_id
    returning ${userColumns(sql)}, used.token_type as spent`;
  return user;
}
