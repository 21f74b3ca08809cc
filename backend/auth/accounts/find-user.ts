import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { type PresentedUser, presentUser } from "./present-user.ts";
import { type UserRow, userColumns } from "./user-row.ts";

/** One account for the service. Throws user_not_found (404). */
export async function findUser({
  context: { sql },
  input: { id },
}: {
  context: AuthContext;
  input: { id: string };
}): Promise<PresentedUser> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id} and u.deleted_at is null`;
  if (!user) throw noSuchUser();
  return presentUser(user);
}

/** The refusal of every admin call that names an account which is not there. */
export function noSuchUser() {
  return authError("user_not_found", { status: 404, message: "User not found" });
}

/** The id in an address. Throws validation_failed (404), as GoTrue does. */
export function readUserId(id: string): string {
  if (z.guid().safeParse(id).success) return id;
  throw authError("validation_failed", { status: 404, message: "user_id must be an UUID" });
}
