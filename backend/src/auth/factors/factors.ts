import { randomUUID } from "node:crypto";
import { renderSVG } from "uqr";
import { z } from "zod";
import { findUser } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { challengeSeconds } from "../attempt-limits.ts";
import { OptionalText } from "../read-input.ts";
import { lockSession, type SignedIn } from "../sessions/authenticate.ts";
import { makeTotpSecret, sealFactorSecret, totpAddress } from "./totp.ts";

const maxNameLength = 120;
const maxFactors = 10;

/** Body of POST factors. Text messages and security keys are not offered. */
export const EnrollFactorInput = z.object({
  factor_type: z.literal("totp", "factor_type needs to be totp"),
  friendly_name: OptionalText.refine((name) => name.length <= maxNameLength, "is too long"),
  issuer: OptionalText.refine((name) => name.length <= maxNameLength, "is too long"),
});
export type EnrollFactorInput = z.output<typeof EnrollFactorInput>;

/**
 * Creates a factor that has no effect until its first code. The secret is shown only in this
 * response.
 */
export async function enrollFactor(
  context: AuthContext,
  signedIn: SignedIn,
  input: EnrollFactorInput,
) {
  const { user } = signedIn;
  const factor = { id: randomUUID(), secret: makeTotpSecret() };
  const uri = totpAddress({
    issuer: input.issuer || context.config.name,
    account: user.email || user.phone || user.id,
    secret: factor.secret,
  });
  await context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    await refuseFactor(transaction, signedIn, input.friendly_name);
    await insertFactor(transaction, user.id, input.friendly_name, factor);
  });
  return {
    id: factor.id,
    type: "totp",
    friendly_name: input.friendly_name,
    totp: { qr_code: drawCode(uri), secret: factor.secret, uri },
  };
}

/** GoTrue's validateFactors. Deletes unverified factors that timed out first. */
async function refuseFactor({ sql }: AuthContext, { user, aal }: SignedIn, name: string) {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified'
      and created_at <= now() - make_interval(secs => ${challengeSeconds})`;
  const factors = await sql<{ friendly_name: string | null; status: string }[]>`
    select friendly_name, status from auth.mfa_factors where user_id = ${user.id}`;
  const isProved = aal === "aal2" || factors.every(({ status }) => status !== "verified");
  if (!isProved) {
    const message = "AAL2 required to enroll a new factor";
    throw authError("insufficient_aal", { status: 403, message });
  }
  if (factors.some(({ friendly_name }) => (friendly_name ?? "") === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw authError("mfa_factor_name_conflict", { message });
  }
  if (factors.length >= maxFactors) throw authError("too_many_enrolled_mfa_factors");
}

async function insertFactor(
  { sql, config }: AuthContext,
  userId: string,
  name: string,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    values (${id}, ${userId}, ${name}, 'totp', 'unverified', ${sealFactorSecret(config, id, secret)})`;
}

/** The client puts the SVG into a data: URL unescaped, so it must not contain # or %. */
function drawCode(uri: string): string {
  return renderSVG(uri, { ecc: "M", border: 2, pixelSize: 4 });
}

export type FactorRow = {
  id: string;
  factor_type: string;
  status: "unverified" | "verified";
  secret: string | null;
};

/** Returns the user's factor. Throws mfa_factor_not_found, also for one not verified in time. */
export async function requireFactor({ sql }: AuthContext, userId: string, factorId: string) {
  if (!z.guid().safeParse(factorId).success) throw authError("mfa_factor_not_found");
  const [factor] = await sql<FactorRow[]>`
    select id, factor_type, status, secret from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId}
      and (status = 'verified' or created_at > now() - make_interval(secs => ${challengeSeconds}))`;
  if (!factor) throw authError("mfa_factor_not_found");
  return factor;
}

async function hasVerifiedFactor({ sql }: AuthContext, userId: string): Promise<boolean> {
  const [found] = await sql`
    select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return found !== undefined;
}

/** Removes a factor of the caller. Requires aal2 if the caller has a verified factor. */
export async function removeFactor(context: AuthContext, signedIn: SignedIn, factorId: string) {
  const userId = signedIn.user.id;
  await context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    const { id, status } = await requireFactor(transaction, userId, factorId);
    if (signedIn.aal !== "aal2" && (await hasVerifiedFactor(transaction, userId))) {
      const message = "AAL2 required to unenroll verified factor";
      throw authError("insufficient_aal", { status: 422, message });
    }
    await transaction.sql`delete from auth.mfa_factors where id = ${id}`;
    if (status === "verified")
      await forgetFactor(transaction, { userId, factorId: id, by: "owner" });
  });
  return { id: factorId };
}

/** Removes a factor or the recovery codes with the service key (GoTrue's adminUserDeleteFactor). */
export async function removeFactorByService(context: AuthContext, id: string, factorId: string) {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    await sql`select from auth.users where id = ${id} for no key update`;
    const { factors = [] } = await findUser(transaction, id);
    const factor = factors.find((known) => known.id === factorId);
    if (!factor) throw authError("mfa_factor_not_found");
    await sql`delete from private.recovery_sets where id = ${factorId}`;
    await sql`delete from auth.mfa_factors where id = ${factorId}`;
    if (factor.factor_type !== "recovery_code" && factor.status === "verified") {
      await forgetFactor(transaction, { userId: id, factorId, by: "service" });
    }
    return factor;
  });
}

/**
 * Lowers the sessions that the factor raised to aal1. With the last factor, all sessions are
 * lowered and the recovery codes are deleted.
 */
async function forgetFactor(
  { hooks, sql }: AuthContext,
  { userId, factorId, by }: { userId: string; factorId: string; by: "owner" | "service" },
): Promise<void> {
  await sql`
    delete from private.recovery_sets
    where user_id = ${userId}
      and not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')`;
  const weakened = await sql<{ id: string }[]>`
    update auth.sessions set aal = 'aal1', factor_id = null
    where user_id = ${userId} and aal > 'aal1'
      and (
        factor_id = ${factorId}
        or not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')
      )
    returning id`;
  await sql`
    delete from auth.mfa_amr_claims
    where session_id = any(${weakened.map(({ id }) => id)}::uuid[])
      and authentication_method in ('totp', 'mfa/recovery_code')`;
  await hooks.afterCredentialChange(sql, { userId, by, kind: "factor-removed", factorId });
}
