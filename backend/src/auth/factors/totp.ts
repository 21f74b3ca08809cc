import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { Config } from "../../settings.ts";

/** The values that authenticator apps expect and GoTrue uses (RFC 6238). */
const usual = { algorithm: "SHA1", digits: 6, period: 30 };

/** Tolerated clock skew of the phone: one step in either direction. */
const skewSteps = 1;

export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The otpauth URI that apps read from the QR code. */
export function totpAddress(input: { issuer: string; account: string; secret: string }): string {
  const { issuer, account: label } = input;
  const secret = Secret.fromBase32(input.secret);
  return new TOTP({ ...usual, issuer, label, secret }).toString();
}

/** Returns the time step that the code belongs to, or null if the code is not valid now. */
export function matchTotpStep(secret: string, code: string, now = Date.now()) {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...usual, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now, window: skewSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

type KeySource = Pick<Config, "name" | "jwtSecret">;

const cipher = "aes-256-gcm";
const tagBytes = 16;

/** GoTrue's EncryptedString: its storage format with database encryption enabled. */
const Sealed = z.object({
  key_id: z.string(),
  alg: z.literal("aes-gcm-hkdf"),
  data: z.base64(),
  nonce: z.base64(),
});

/** Seals a secret with a key derived from JWT_SECRET and the factor's id (docs/decisions/053). */
export function sealFactorSecret(keySource: KeySource, factorId: string, secret: string): string {
  const { id, key } = sealingKey(keySource);
  const nonce = randomBytes(12);
  const seal = createCipheriv(cipher, keyOfFactor(key, factorId), nonce);
  const data = Buffer.concat([seal.update(secret, "utf8"), seal.final(), seal.getAuthTag()]);
  return JSON.stringify({
    key_id: id,
    alg: "aes-gcm-hkdf",
    data: data.toString("base64"),
    nonce: nonce.toString("base64"),
  });
}

/** Opens a stored secret. GoTrue stores secrets unsealed by default, so plain text is accepted. */
export function openFactorSecret(keySource: KeySource, factorId: string, stored: string): string {
  if (!stored.startsWith("{")) return stored;
  const { key_id, data, nonce } = Sealed.parse(JSON.parse(stored));
  const { id, key } = sealingKey(keySource);
  if (key_id !== id) throw new Error("The factor's secret was sealed under another JWT_SECRET");
  const bytes = Buffer.from(data, "base64");
  const seal = createDecipheriv(cipher, keyOfFactor(key, factorId), Buffer.from(nonce, "base64"));
  seal.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([seal.update(bytes.subarray(0, -tagBytes)), seal.final()]).toString("utf8");
}

/** The installation's key. Its id shows under which JWT_SECRET a secret was sealed. */
function sealingKey({ name, jwtSecret }: KeySource): { id: string; key: Buffer } {
  const product = name.toLowerCase();
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", `${product} second factor`, 32));
  const id = createHash("sha256").update(key).digest("hex").slice(0, 12);
  return { id: `${product}-${id}`, key };
}

/** Each factor has its own key, so that a sealed secret cannot be moved to another row. */
function keyOfFactor(key: Buffer, factorId: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", factorId, 32));
}
