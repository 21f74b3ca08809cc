import type { Factor, Session, User } from "@supabase/supabase-js";
import { z } from "zod";
import { readClaims } from "../device/stored-session.ts";

const Claims = z.object({ aal: z.string().nullish() });

/** The authenticator apps that can answer for the second factor. */
export function verifiedApps(user: Pick<User, "factors">): Factor[] {
  return (user.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === "totp" && status === "verified",
  );
}

/**
 * Whether a session still needs its second factor: the person has one, and the token is not at aal2
 * (docs/product/accounts.md). The database rejects its writes in any case.
 */
export function needsSecondFactor({
  user,
  access_token,
}: Pick<Session, "user" | "access_token">): boolean {
  return verifiedApps(user).length > 0 && readLevel(access_token) !== "aal2";
}

function readLevel(token: string): string | null {
  return Claims.safeParse(readClaims(token)).data?.aal ?? null;
}
