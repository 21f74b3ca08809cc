import type { AuthContext } from "../auth-context.ts";

/**
 * Makes room for an account that somebody opens who may: removes one with this e-mail or phone that
 * a stranger made and with which nobody has proved anything (docs/decisions/060). To be called in
 * the transaction that opens the account, or that gives the address to the account `heir`.
 */
export async function displaceUnproven(
  { sql }: AuthContext,
  { email, phone }: { email: string | null; phone: string | null },
  heir: string | null = null,
): Promise<void> {
  await sql`select private.displace_unproven_account(${email}, ${phone}, ${heir})`;
}
