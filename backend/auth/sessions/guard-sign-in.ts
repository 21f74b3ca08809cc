import type { AuthContext } from "../auth-context.ts";
import { limits, longestPause, requireAttempts, requireUnused } from "../limits.ts";
import { type Identifier, namesOf } from "./identifier.ts";

/**
 * Who tries to enter: by which name, and whether the account behind it knows the caller's address.
 */
export type Entrant = { identifier: Identifier; isKnown: boolean };

const ofStrangers = [limits.signInHere, limits.signInFrom, limits.signInTo];

/** The same for everybody, or it would tell whom the address is known to. */
const pause = longestPause(ofStrangers);

/**
 * Throws over_request_rate_limit while too many passwords were wrong: for this name from this
 * address, and, unless the account knows the address, from this address for any name or for this
 * name from anywhere (docs/decisions/052). Asked before a password is looked at, and again before a
 * right one is honoured, so that guesses sent all at once gain nothing.
 */
export async function requireSignInAttempt(context: AuthContext, entrant: Entrant): Promise<void> {
  const watched = entrant.isKnown ? [limits.signInHere] : ofStrangers;
  await requireUnused(context, watched, { names: guessedAt(context, entrant), pause });
}

/**
 * Counts a wrong password. Throws over_request_rate_limit when it was one too many, whether or not
 * the address is known. What one address guesses at once uses up the name for itself: only what it
 * may guess counts for the name from anywhere.
 */
export async function countFailedSignIn(context: AuthContext, entrant: Entrant): Promise<void> {
  const names = guessedAt(context, entrant);
  await requireAttempts(context, [limits.signInHere, limits.signInFrom], { names, pause });
  await requireAttempts(context, [limits.signInTo], { names, pause });
}

/**
 * The names count as they were typed, never the account behind them: two names of one account must
 * not betray each other. A guess counts for every form that a phone is looked for under, so that no
 * spelling of it has attempts of its own.
 */
function guessedAt(context: AuthContext, { identifier }: Entrant): string[] {
  const names = namesOf(context, identifier);
  return names.length > 0 ? names : Object.values(identifier);
}
