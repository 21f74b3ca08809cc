import { Secret, TOTP } from "otpauth";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A verified factor of a person, with the secret that their app would keep. */
export type EnrolledFactor = { id: string; secret: string };

/** The code that an app shows for a secret, now or so many steps of 30 seconds away. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A six-digit code that no clock within the tolerance shows for the secret. */
export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = ["000000", "111111", "222222", "333333", "444444", "555555"];
  return wrong.find((code) => !right.includes(code)) ?? "";
}

/**
 * Enrols an app for a person with supabase-js and enters its first code: their client is at aal2
 * afterwards.
 */
export async function enrolFactor(
  { client }: Pick<Person, "client">,
  friendlyName = "Mi teléfono",
): Promise<EnrolledFactor> {
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = codeOf(totp.secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (verified.error) throw verified.error;
  return { id, secret: totp.secret };
}

/** The next code of a factor, as if minutes had passed since the last one. */
export async function nextCode(
  { sql }: Pick<TestServer, "sql">,
  { id, secret }: EnrolledFactor,
): Promise<string> {
  await sql`update private.factor_steps set step = step - 10 where factor_id = ${id}`;
  return codeOf(secret);
}
