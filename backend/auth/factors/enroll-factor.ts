import { randomUUID } from "node:crypto";
import { renderSVG } from "uqr";
import { z } from "zod";
import { lockSession } from "../accounts/lock-person.ts";
import type { AuthCall, AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { OptionalText } from "../sessions/identifier.ts";
import { sealFactorSecret } from "./factor-secret.ts";
import { challengeSeconds } from "./find-factor.ts";
import { makeTotpSecret, totpAddress } from "./totp.ts";

const longestName = 120;
const mostFactors = 10;

/** Body of POST factors. Text messages and security keys are not offered. */
export const EnrollFactorInput = z.object({
  factor_type: z.literal("totp", "factor_type needs to be totp"),
  friendly_name: OptionalText.refine((name) => name.length <= longestName, "is too long"),
  issuer: OptionalText.refine((name) => name.length <= longestName, "is too long"),
});
export type EnrollFactorInput = z.output<typeof EnrollFactorInput>;

/**
 * Makes a factor that counts for nothing until its first code (GoTrue's EnrollFactor); its secret
 * is shown this once. Throws mfa_factor_name_conflict, too_many_enrolled_mfa_factors, and
 * insufficient_aal for a person who has a factor and has not proved it.
 */
export async function enrollFactor({
  context,
  input,
}: AuthCall<{ signedIn: SignedIn; wish: EnrollFactorInput }>) {
  const { signedIn, wish } = input;
  const { user } = signedIn;
  const factor = { id: randomUUID(), secret: makeTotpSecret() };
  const uri = totpAddress({
    issuer: wish.issuer || context.config.name,
    account: user.email || user.phone || user.id,
    secret: factor.secret,
  });
  await context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    await refuseFactor(transaction, signedIn, wish.friendly_name);
    await insertFactor(transaction, user.id, wish.friendly_name, factor);
  });
  return {
    id: factor.id,
    type: "totp",
    friendly_name: wish.friendly_name,
    totp: { qr_code: drawCode(uri), secret: factor.secret, uri },
  };
}

/** GoTrue's validateFactors, over the factors that are still alive. */
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
  if (factors.length >= mostFactors) throw authError("too_many_enrolled_mfa_factors");
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

/**
 * The client puts it into an address as it is (`data:image/svg+xml;utf-8,…`), so it may hold
 * neither # nor %.
 */
function drawCode(uri: string): string {
  return renderSVG(uri, { ecc: "M", border: 2, pixelSize: 4 });
}
