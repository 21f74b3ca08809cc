import { Secret, TOTP } from "otpauth";

/**
 * What authenticator apps expect, and GoTrue makes: six digits of SHA-1, new every 30 seconds (RFC
 * 6238).
 */
const usual = { algorithm: "SHA1", digits: 6, period: 30 };

/** How far a phone's clock may be off: one step before or after. */
const skewSteps = 1;

/** A new secret of 160 bits in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The otpauth address of a factor, which apps read from the QR code; `account` tells its entries
 * apart there.
 */
export function totpAddress(input: { issuer: string; account: string; secret: string }): string {
  const { issuer, account, secret } = input;
  return new TOTP({
    ...usual,
    issuer,
    label: account,
    secret: Secret.fromBase32(secret),
  }).toString();
}

/**
 * The time step whose code this is, if it is one that may be entered now. Spaces between the digits
 * are ignored.
 */
export function matchTotpStep(
  secret: string,
  code: string,
  now: number = Date.now(),
): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...usual, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now, window: skewSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
