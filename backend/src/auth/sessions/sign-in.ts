import { z } from "zod";
import { type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import {
  limits,
  maxPauseSeconds,
  requireAttempts,
  requireAttemptsLeft,
} from "../attempt-limits.ts";
import { type Identifier, OptionalText, pickIdentifier, storedIdentifiers } from "../read-input.ts";
import { matchesPassword } from "./password.ts";
import { issueSession, type Session } from "./session.ts";

/** Body of POST token?grant_type=password. */
export const SignInInput = z
  .object({ email: OptionalText, phone: OptionalText, password: OptionalText })
  .transform((input, refinement) => ({
    identifier: pickIdentifier(input, refinement, "login"),
    password: input.password,
  }));
export type SignInInput = z.output<typeof SignInInput>;

/**
 * An unknown name and a wrong password give the same response in similar time. Why an account is
 * closed is only shown after a correct password.
 */
export async function signIn(context: AuthContext, input: SignInInput): Promise<Session> {
  const user = await findUser(context, input.identifier);
  const entrant = { identifier: input.identifier, isKnown: user?.knows_address ?? false };
  await requireSignInAttempt(context, entrant);
  const matches = await matchesPassword(context, input.password, user?.encrypted_password);
  if (!user || !matches) {
    await countFailedSignIn(context, entrant);
    throw authError("invalid_credentials");
  }
  await requireSignInAttempt(context, entrant);
  await requireEntrance(context, user);
  const session = await issueSession(context, user, "password");
  if (!session) throw authError("invalid_credentials");
  return session;
}

async function findUser(context: AuthContext, identifier: Identifier) {
  const { sql, client } = context;
  const column = sql("email" in identifier ? "email" : "phone");
  const names = storedIdentifiers(context, identifier);
  const [user] = await sql<(UserRow & { knows_address: boolean })[]>`
    select ${userColumns(sql)},
      private.knows_address(u.id, private.network_of(${client.address})) as knows_address
    from auth.users u
    where u.${column} = any(${names}::text[]) and u.is_sso_user = false and u.deleted_at is null
    order by array_position(${names}::text[], u.${column}::text)
    limit 1`;
  return user;
}

/** Requires a confirmed email, or a confirmed phone if there is no email, and no ban. */
async function requireEntrance({ hooks, sql }: AuthContext, user: UserRow): Promise<void> {
  if (user.email && !user.email_confirmed_at) throw authError("email_not_confirmed");
  if (!user.email && !user.phone_confirmed_at) throw authError("phone_not_confirmed");
  if (!user.banned) return;
  const message = await hooks.closedMessage(sql, user.id);
  throw authError("user_banned", { status: 400, ...(message ? { message } : {}) });
}

/** The identifier, and whether the account has signed in from the caller's address before. */
type Entrant = { identifier: Identifier; isKnown: boolean };

const ofStrangers = [limits.signInHere, limits.signInFrom, limits.signInTo];

/** The same for all callers, or it would reveal for which accounts the address is known. */
const pause = maxPauseSeconds(ofStrangers);

/**
 * Checks the limits for this name from this address and, if the account does not know the address,
 * for each alone (docs/decisions/052). Checked again after a correct password, so that sending
 * guesses concurrently gains nothing.
 */
async function requireSignInAttempt(context: AuthContext, entrant: Entrant): Promise<void> {
  const watched = entrant.isKnown ? [limits.signInHere] : ofStrangers;
  await requireAttemptsLeft(context, watched, { names: countedNames(context, entrant), pause });
}

/** A guess that the address limit rejects does not count against the account. */
async function countFailedSignIn(context: AuthContext, entrant: Entrant): Promise<void> {
  const names = countedNames(context, entrant);
  await requireAttempts(context, [limits.signInHere, limits.signInFrom], { names, pause });
  await requireAttempts(context, [limits.signInTo], { names, pause });
}

/**
 * Counted as typed, so that two names of one account do not reveal each other. All forms of a phone
 * count, so that no spelling has attempts of its own.
 */
function countedNames(context: AuthContext, { identifier }: Entrant): string[] {
  const names = storedIdentifiers(context, identifier);
  return names.length > 0 ? names : Object.values(identifier);
}
