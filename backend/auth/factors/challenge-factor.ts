import { randomUUID } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { challengeSeconds } from "./challenge-seconds.ts";
import { findFactor } from "./find-factor.ts";

/** The column asks for an address; a request made in process has none. */
const noAddress = "0.0.0.0";

/**
 * Asks for a code of one's own factor, which has to come within five minutes (GoTrue's
 * ChallengeFactor). Challenges of the factor that are over are swept. Throws mfa_factor_not_found,
 * over_request_rate_limit.
 */
export async function challengeFactor({
  context,
  input: { signedIn, factorId },
}: {
  context: AuthContext;
  input: { signedIn: SignedIn; factorId: string };
}) {
  const { sql, client } = context;
  const factor = await findFactor(context, signedIn.user.id, factorId);
  await countChallenge(context, factor.id);
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

/** A client asks once for each code; a hundred in five minutes fill nobody's table. */
async function countChallenge({ sql }: AuthContext, factorId: string): Promise<void> {
  const [attempt] = await sql<{ allowed: boolean }[]>`
    select private.take_attempt('factor_challenge', ${factorId}, 100, '5 minutes') as allowed`;
  if (!attempt?.allowed) throw authError("over_request_rate_limit");
}
