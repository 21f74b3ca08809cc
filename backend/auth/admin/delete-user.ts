import { z } from "zod";
import { noSuchUser } from "../accounts/find-user.ts";
import type { AuthContext } from "../auth-context.ts";

/** Body of DELETE admin/users/:id. */
export const DeleteUserInput = z.object({
  should_soft_delete: z.literal(false, { error: "Soft deletion is not offered" }).nullish(),
});

/**
 * Deletes an account with all that belongs to it; its tokens are worthless at once. Throws
 * user_not_found (404).
 */
export async function deleteUser({
  context: { sql },
  input: { id },
}: {
  context: AuthContext;
  input: { id: string };
}): Promise<void> {
  const [user] = await sql`delete from auth.users where id = ${id} returning id`;
  if (!user) throw noSuchUser();
}
