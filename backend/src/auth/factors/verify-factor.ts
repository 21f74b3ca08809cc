import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import {
  challengeSeconds,
  countCodeAttempt,
  forgetCodeAttempts,
  limits,
  requireAttempts,
} from "../attempt-limits.ts";
import { OptionalText } from "../read-input.ts";
import { lockPerson, type SignedIn } from "../sessions/authenticate.ts";
import { raiseSession, type Session } from "../sessions/session.ts";
import { type FactorRow, requireFactor } from "./factors.ts";
import { matchTotpStep, openFactorSecret } from "./totp.ts";

/** The column is not null, and an in-process request has no address. */
const noAddress = "0.0.0.0";

/**
 * Creates a challenge that is valid for five minutes (GoTrue's ChallengeFactor) and deletes the
 * factor's old ones.
 */
export async function challengeFactor(context: AuthContext, { user }: SignedIn, factorId: string) {
  const { sql, client } = context;
  const factor = await requireFactor(context, user.id, factorId);
  await requireAttempts(context, [limits.factorChallenge], { names: [factor.id] });
  const id = randomUUID();
  const [challenge] = await sql<{ expires_at: Date }[]>`
    with over as (
      delete from auth.mfa_challenges
      where factor_id = ${factor.id}
        and (verified_at is not null or created_at <= now() - make_interval(secs => ${challengeSeconds}))
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    values (${id}, ${factor.id}, now(), ${client.address ?? noAddress}::inet)
    returning created_at + make_interval(secs => ${challengeSeconds}) as expires_at`;
  if (!challenge) throw authError("mfa_factor_not_found");
  const expires_at = Math.floor(challenge.expires_at.getTime() / 1000);
  return { id, type: factor.factor_type, expires_at };
}

/** Body of POST factors/:id/verify. */
export const VerifyFactorInput = z.object({
  challenge_id: z.guid(),
  code: OptionalText.refine((code) => code !== "", "Code needs to be non-empty"),
});
export type VerifyFactorInput = z.output<typeof VerifyFactorInput>;

/** Uses up a TOTP code and raises the session to aal2. The first code verifies the factor. */
export async function verifyFactor(
  context: AuthContext,
  { user: { id: userId }, sessionId }: SignedIn,
  factorId: string,
  answer: VerifyFactorInput,
): Promise<Session> {
  const factor = await requireFactor(context, userId, factorId);
  await requireChallenge(context, factor, answer.challenge_id);
  await countCodeAttempt(context, "factor", userId);
  const secret = openFactorSecret(context.config, factor.id, factor.secret ?? "");
  const step = matchTotpStep(secret, answer.code);
  if (step === null) throw authError("mfa_verification_failed");
  return context.transaction(async (transaction) => {
    await lockPerson(transaction, userId);
    await useUpChallenge(transaction, factor, answer.challenge_id);
    await useUpStep(transaction, factor, step);
    await acceptFactor(transaction, userId, factor);
    return raiseSession(transaction, { userId, sessionId, factorId: factor.id, method: "totp" });
  });
}

async function requireChallenge({ sql }: AuthContext, factor: FactorRow, id: string) {
  const [challenge] = await sql<{ open: boolean }[]>`
    select verified_at is null and created_at > now() - make_interval(secs => ${challengeSeconds}) as open
    from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`;
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw authError("mfa_factor_not_found", { message });
  }
  if (!challenge.open) throw authError("mfa_challenge_expired");
}

async function useUpChallenge({ sql }: AuthContext, factor: FactorRow, id: string) {
  const [used] = await sql`
    update auth.mfa_challenges set verified_at = now()
    where id = ${id} and factor_id = ${factor.id} and verified_at is null
    returning id`;
  if (!used) throw authError("mfa_challenge_expired");
}

/** Rejects a code that was already used, and any older one. */
async function useUpStep({ sql }: AuthContext, factor: FactorRow, step: number) {
  const [used] = await sql`
    insert into private.factor_steps as newest (factor_id, step) values (${factor.id}, ${step})
    on conflict (factor_id) do update set step = excluded.step where newest.step < excluded.step
    returning factor_id`;
  if (!used) throw authError("mfa_verification_failed");
}

/** Marks the factor as verified and deletes the user's unverified ones. */
async function acceptFactor(context: AuthContext, userId: string, factor: FactorRow) {
  const { hooks, sql } = context;
  const [known] = await sql`
    update auth.mfa_factors set status = 'verified', updated_at = now()
    where id = ${factor.id} and user_id = ${userId}
    returning id`;
  if (!known) throw authError("mfa_factor_not_found");
  await sql`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;
  await forgetCodeAttempts(context, "factor", userId);
  if (factor.status === "unverified") {
    const change = { userId, by: "owner", kind: "factor-added", factorId: factor.id } as const;
    await hooks.afterCredentialChange(sql, change);
  }
}
