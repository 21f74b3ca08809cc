import type { AuthError, Factor, SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { factorMessages } from "./messages.ts";

/** The person's apps and recovery codes; `codes` is null if there are none. */
export type OwnFactors = { apps: Factor[]; codes: { total: number; remaining: number } | null };

/** The person's second factor (supabase-js: auth.mfa). Throws its error. */
export function ownFactorsQuery({ auth }: SupabaseClient) {
  return queryOptions({
    queryKey: ["own-factors"],
    queryFn: async (): Promise<OwnFactors> => {
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      return { apps: data.totp, codes: await readCodes(auth, data.recovery_code.length > 0) };
    },
  });
}

async function readCodes(auth: SupabaseClient["auth"], exist: boolean) {
  if (!exist) return null;
  const { data, error } = await auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return { total: data.total, remaining: data.remaining };
}

/** An app being set up: the QR code and secret for its owner. */
export type EnrolledApp = { id: string; picture: string; secret: string; address: string };

/** Enrolls an app; an unfinished one is removed. Throws the client's error. */
export async function enrollApp(
  { auth }: SupabaseClient,
  friendlyName: string,
): Promise<EnrolledApp> {
  const known = await auth.mfa.listFactors();
  for (const { id, status } of known.data?.all ?? []) {
    if (status === "unverified") await auth.mfa.unenroll({ factorId: id });
  }
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName,
    issuer: "Vitrina",
  });
  if (error) throw error;
  const { qr_code: picture, secret, uri: address } = data.totp;
  return { id: data.id, picture, secret, address };
}

/** Creates or replaces the recovery codes. Throws the client's error. */
export async function createRecoveryCodes(
  { auth }: SupabaseClient,
  kind: "first" | "other",
): Promise<string[]> {
  const { recoveryCodes } = auth.mfa;
  const { data, error } =
    kind === "first"
      ? await recoveryCodes.generate({ friendlyName: "Códigos de recuperación" })
      : await recoveryCodes.regenerate();
  if (error) throw error;
  return data.codes;
}

/** Removes an app and refreshes the session's token. Throws the client's error. */
export async function removeApp({ auth }: SupabaseClient, factorId: string): Promise<void> {
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  await auth.refreshSession();
}

const enrolRefusals: Record<string, string> = {
  mfa_factor_name_conflict: factorMessages.nameTaken,
  too_many_enrolled_mfa_factors: factorMessages.tooMany,
  insufficient_aal: factorMessages.weakSession,
};

export function describeEnrollFailure({ code = "" }: Pick<AuthError, "code">): string {
  return enrolRefusals[code] ?? factorMessages.enrolFailed;
}

/** A name that no app has: "Mi teléfono", "Mi teléfono 2" … */
export function uniqueAppName(
  apps: Pick<Factor, "friendly_name">[],
  preferred = "Mi teléfono",
): string {
  const taken = new Set(apps.map(({ friendly_name }) => friendly_name));
  if (!taken.has(preferred)) return preferred;
  let number = 2;
  while (taken.has(`${preferred} ${number}`)) number += 1;
  return `${preferred} ${number}`;
}
