import type { AuthContext } from "../auth-context.ts";

/**
 * Keeps that the service vouches for the account's present e-mail: inquiries are mailed to it from
 * then on (docs/decisions/050).
 */
export async function proveEmail({ sql }: AuthContext, id: string): Promise<void> {
  await sql`select private.prove_email(${id})`;
}
