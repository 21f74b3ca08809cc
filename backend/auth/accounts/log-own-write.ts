import type { AuthContext } from "../auth-context.ts";

/** What a person changed of how they sign in. */
type OwnWrite =
  | { kind: "password" }
  | { kind: "factor-added"; factorId: string }
  | { kind: "factor-removed"; factorId: string };

/**
 * Leaves the audit line of a write by which an administrator changes their own way in; anybody
 * else's leaves none.
 */
export async function logOwnWrite(
  { sql }: AuthContext,
  userId: string,
  write: OwnWrite,
): Promise<void> {
  const { action, table, row, difference } = lineOf(userId, write);
  await sql`
    select private.log_admin_write(
      ${action}, ${table}, ${row}, ${JSON.stringify(difference)}::text::jsonb, ${userId})`;
}

function lineOf(userId: string, write: OwnWrite) {
  switch (write.kind) {
    case "password":
      return {
        action: "update",
        table: "users",
        row: userId,
        difference: { password: { old: "******", new: "******" } },
      };
    case "factor-added":
      return {
        action: "insert",
        table: "mfa_factors",
        row: write.factorId,
        difference: { user_id: { old: null, new: userId } },
      };
    case "factor-removed":
      return {
        action: "delete",
        table: "mfa_factors",
        row: write.factorId,
        difference: { user_id: { old: userId, new: null } },
      };
  }
}
