import type { AuthContext } from "./auth-context.ts";
import type { Identifier } from "./identifier.ts";
import { limits, requireAttempts, requireUnused } from "./limits.ts";
import { storedPhones } from "./normalize-phone.ts";

/** Who tries to enter: by which name, and whether the account behind it knows the caller's address. */
export type Entrant = { identifier: Identifier; isKnown: boolean };

/**
 * Throws over_request_rate_limit while too many passwords were wrong: for this name from this address, and, unless the account knows the
 * address, from this address for any name or for this name from anywhere (docs/decisions/052). Asked before a password is looked at, and again
 * before a right one is honoured, so that guesses sent all at once gain nothing.
 */
export async function requireSignInAttempt(context: AuthContext, entrant: Entrant): Promise<void> {
  const ofStrangers = [limits.signInHere, limits.signInFrom, limits.signInTo];
  const watched = entrant.isKnown ? [limits.signInHere] : ofStrangers;
  await requireUnused(context, watched, nameOf(context, entrant));
}

/**
 * Counts a wrong password. Throws over_request_rate_limit when it was one too many, whether or not the address is known. What one address guesses at once uses up the name for
 * itself: only what it may guess counts for the name from anywhere.
 */
export async function countFailedSignIn(context: AuthContext, entrant: Entrant): Promise<void> {
  const name = nameOf(context, entrant);
  await requireAttempts(context, [limits.signInHere, limits.signInFrom], { name });
  await requireAttempts(context, [limits.signInTo], { name });
}

/**
 * The name counts as it was typed, never the account behind it: two names of one account must not betray each other. Of a phone counts by which form it is
 * looked for, so that signs between the digits, whatever they are, make no other name of it.
 */
function nameOf({ config }: AuthContext, { identifier }: Entrant): string {
  if ("email" in identifier) return identifier.email.trim().toLowerCase();
  const [form = identifier.phone] = storedPhones(identifier.phone, config.defaultCountry);
  return form;
}
