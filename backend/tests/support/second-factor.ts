import { Secret, TOTP } from "otpauth";
import type { Account } from "./accounts.ts";
import type { TestServer } from "./test-server.ts";

/** A verified factor with its secret. */
export type EnrolledFactor = { id: string; secret: string };

/** The code of a secret, now or `steps` times 30 seconds later. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A six-digit code that is wrong at any accepted time. */
export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = ["000000", "111111", "222222", "333333", "444444", "555555"];
  return wrong.find((code) => !right.includes(code)) ?? "";
}

/** Enrols and verifies a factor. The client is at aal2 afterwards. */
export async function enrolFactor(
  { client }: Pick<Account, "client">,
  friendlyName = "My phone",
): Promise<EnrolledFactor> {
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = codeOf(totp.secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (verified.error) throw verified.error;
  return { id, secret: totp.secret };
}

/** A valid code, even if the factor has just accepted another one. */
export async function nextCode(
  { sql }: Pick<TestServer, "sql">,
  { id, secret }: EnrolledFactor,
): Promise<string> {
  await sql`update private.factor_steps set step = step - 10 where factor_id = ${id}`;
  return codeOf(secret);
}

/** Creates the recovery codes of an account with a factor. */
export async function makeRecoveryCodes(
  { url, anonKey }: Pick<TestServer, "url" | "anonKey">,
  { client }: Pick<Account, "client">,
): Promise<string[]> {
  const { data } = await client.auth.getSession();
  const answer = await fetch(`${url}/auth/v1/factors/recovery-codes`, {
    method: "POST",
    headers: { apikey: anonKey, authorization: `Bearer ${data.session?.access_token}` },
  });
  return (await answer.json()).codes;
}
