import type { AuthContext } from "../auth-context.ts";

/** Closes an account for so many seconds; 0 opens it again, null leaves it as it is. */
export async function setBan(
  { sql }: AuthContext,
  userId: string,
  seconds: number | null,
): Promise<void> {
  if (seconds === null) return;
  await sql`
    update auth.users
    set banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where id = ${userId}`;
}
