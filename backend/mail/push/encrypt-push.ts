import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys that a browser made for its subscription, in base64url. */
export type PushKeys = { p256dh: string; auth: string };

/** What is made anew for each message; a test gives its own. */
type Fresh = { salt: Buffer; pair: ReturnType<typeof createECDH> };

const recordSize = 4096;

/**
 * A message that only the browser can read (RFC 8291): one record of aes128gcm (RFC 8188). Throws
 * for keys that are none.
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushKeys,
  { salt, pair }: Fresh = makeFresh(),
): Buffer {
  const [theirs, ours] = [Buffer.from(p256dh, "base64url"), pair.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const agreed = derive(pair.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(agreed, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(agreed, salt, "Content-Encoding: nonce\0", 12);
  const seal = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([ours.length]),
    ours,
    // The mark of the last record.
    seal.update(Buffer.concat([Buffer.from(message), Buffer.from([2])])),
    seal.final(),
    seal.getAuthTag(),
  ]);
}

function makeFresh(): Fresh {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return { salt: randomBytes(16), pair };
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
