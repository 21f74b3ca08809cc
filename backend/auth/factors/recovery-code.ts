import { createHash, randomBytes } from "node:crypto";

/** Digits and letters that cannot be taken for one another (Crockford's base 32). */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;

/** How many codes a set has. */
const codeCount = 10;

/** A set of new codes in their plain form: lower case, no separators, 80 random bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () =>
    [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]).join(""),
  );
}

/**
 * What is kept of a code. Letter case and separators do not count, and o, i and l are read as the
 * digits they look like.
 */
export function hashRecoveryCode(typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return createHash("sha256").update(code).digest();
}
