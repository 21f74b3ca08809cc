import { createECDH, createPrivateKey, hkdfSync } from "node:crypto";
import { SignJWT } from "jose";

/** Whose key it is, and the secret that it follows from. */
type Keeper = { name: string; secret: string; mailFrom: string };

/** How this installation proves itself to push services (RFC 8292). */
export type Vapid = {
  /** Browsers subscribe to notices of this key alone: an uncompressed point in base64url. */
  publicKey: string;
  /** The Authorization header for a request to this endpoint. */
  authorize(endpoint: string): Promise<string>;
};

/** The number of points of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key pair follows from the secret, so that every process has the same one and nothing is kept;
 * with another secret browsers have to subscribe anew. `mailFrom` is whom a push service writes to.
 */
export function createVapid({ name, secret, mailFrom }: Keeper): Vapid {
  const scalar = deriveScalar(secret, `${name.toLowerCase()} web push`);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const publicKey = point.toString("base64url");
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), scalar].map((bytes) =>
    bytes.toString("base64url"),
  );
  const key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y, d } });
  const [address] = /[^\s<>]+@[^\s<>]+/.exec(mailFrom) ?? [mailFrom];
  return {
    publicKey,
    authorize: async (endpoint) => {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: "ES256", typ: "JWT" })
        .setAudience(new URL(endpoint).origin)
        .setSubject(`mailto:${address}`)
        .setExpirationTime("12h")
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

/** 16 bytes more than the order has, so that the remainder is even (FIPS 186-5, A.2.1). */
function deriveScalar(secret: string, purpose: string): Buffer {
  const wide = Buffer.from(hkdfSync("sha256", secret, "", purpose, 48)).toString("hex");
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
}
