import type { Factor, Session, User } from "@supabase/supabase-js";
import { z } from "zod";
import { readClaims } from "../device/stored-session.ts";

const Claims = z.object({ aal: z.string().nullish() });

/** The apps whose code the person is asked for at sign-in. */
export function verifiedApps(user: Pick<User, "factors">): Factor[] {
  return (user.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === "totp" && status === "verified",
  );
}

/**
 * Whether a session waits for the code of a second factor: its person has one, its token is not at
 * aal2 (docs/product/accounts.md). The database refuses the writes of such a session whatever is
 * believed here.
 */
export function awaitsCode({
  user,
  access_token,
}: Pick<Session, "user" | "access_token">): boolean {
  return verifiedApps(user).length > 0 && readLevel(access_token) !== "aal2";
}

function readLevel(token: string): string | null {
  return Claims.safeParse(readClaims(token)).data?.aal ?? null;
}
