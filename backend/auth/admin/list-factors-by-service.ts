import { findUser } from "../accounts/find-user.ts";
import type { PresentedUser } from "../accounts/present-user.ts";
import type { AuthContext } from "../auth-context.ts";

/**
 * The factors of an account for the service (GoTrue's adminUserGetFactors), without their secrets.
 * Throws user_not_found (404).
 */
export async function listFactorsByService(call: {
  context: AuthContext;
  input: { id: string };
}): Promise<NonNullable<PresentedUser["factors"]>> {
  const { factors } = await findUser(call);
  return factors ?? [];
}
