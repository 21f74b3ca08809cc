import type { Database } from "#backend/postgres/database.ts";
import type { Identity } from "#backend/postgres/identity.ts";

/**
 * Lets only the token of a session that still lives pass, as REST does; keys without a person pass
 * unasked. A function that works in the platform's name would otherwise take whoever signed out for
 * the person they were. Raises SQLSTATE PT401.
 */
export async function requireSession(
  { owner }: Pick<Database, "owner">,
  { claims }: Identity,
): Promise<void> {
  if (claims.sub === undefined) return;
  await owner`select private.check_session(${JSON.stringify(claims)}::text::jsonb)`;
}
