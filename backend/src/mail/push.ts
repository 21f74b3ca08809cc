import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes } from "node:crypto";
import type { Task } from "graphile-worker";
import { SignJWT } from "jose";
import type { Logger } from "pino";
import { z } from "zod";
import type { Sql } from "../postgres/sql.ts";

/** What the product provides. */
export type PushInput = {
  /**
   * The table of subscriptions, with `id`, `endpoint`, `p256dh` and `auth`. Requests are sent to
   * each endpoint in it.
   */
  subscriptions: string;
  /** Renders the payload for the browser's service worker from the job's `template` and `data`. */
  render(template: string, data: unknown): unknown;
};

type Delivery = PushInput & { sql: Sql; vapid: Vapid; log: Logger };
type Subscription = PushKeys & { endpoint: string };

const SendPush = z.object({ id: z.uuid(), template: z.string(), data: z.unknown() });

/** A notice is not worth delivering after a day, even if the device was off. */
const maxAgeSeconds = 24 * 60 * 60;
const attemptMs = 8_000;

/** The subscription has ended or belongs to another key. */
const gone = [401, 403, 404, 410];
const busy = [408, 425, 429];

/**
 * Sends one notice to a browser's push service. If the service is busy, the job is retried; if it
 * does not know the subscription, that is deleted. The service's response is never shown to users.
 */
export function deliverPush({ sql, vapid, subscriptions, render, log }: Delivery): Task {
  const forget = (id: string) => sql`delete from ${sql(subscriptions)} where id = ${id}`;
  return async (payload, { job, abortSignal }) => {
    const { id, template, data } = SendPush.parse(payload);
    const life = maxAgeSeconds - Math.floor((Date.now() - Number(job.created_at)) / 1000);
    const [subscription] = await sql<Subscription[]>`
      select endpoint, p256dh, auth from ${sql(subscriptions)} where id = ${id}`;
    if (!subscription || life <= 0) return;

    const body = seal(JSON.stringify(render(template, data)), subscription);
    if (!body) return void (await forget(id));
    const isLast = job.attempts >= job.max_attempts;
    const headers = {
      Authorization: await vapid.authorize(subscription.endpoint),
      "Content-Encoding": "aes128gcm",
      TTL: String(life),
      Urgency: "high",
    };
    const signal = AbortSignal.any([abortSignal ?? [], AbortSignal.timeout(attemptMs)].flat());
    const status = await post(subscription.endpoint, { headers, body, signal });
    if (gone.includes(status)) return void (await forget(id));
    if (status >= 200 && status < 300) return;
    const isFinal = isLast || (status > 0 && status < 500 && !busy.includes(status));
    if (!isFinal) throw new Error(`The push service answers ${status || "nothing"}`);
    log.warn({ push: id, template, status, attempts: job.attempts }, "push notice given up");
  };
}

/** Returns undefined for invalid keys; the subscription is then useless. */
function seal(message: string, keys: PushKeys): Buffer | undefined {
  try {
    return encryptPush(message, keys);
  } catch {
    return undefined;
  }
}

/** Returns the response status, 0 if there is none. Does not follow redirects. */
async function post(
  endpoint: string,
  init: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
): Promise<number> {
  try {
    const body = new Uint8Array(init.body);
    const answer = await fetch(endpoint, { ...init, body, method: "POST", redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}

export type PushKeys = { p256dh: string; auth: string };

/** Generated for each message; tests supply their own. */
type Fresh = { salt: Buffer; pair: ReturnType<typeof createECDH> };

const recordSize = 4096;

/** Encrypts one aes128gcm record (RFC 8188, 8291). Throws for invalid keys. */
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
    // 2 is the padding delimiter of the last record.
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

type VapidInput = { name: string; secret: string; mailFrom: string };

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * RFC 8292. The key pair is derived from the secret, so every process has the same one and nothing
 * is stored.
 */
export function createVapid({ name, secret, mailFrom }: VapidInput) {
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
    /** The Authorization header for a request to this endpoint. */
    authorize: async (endpoint: string): Promise<string> => {
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

export type Vapid = ReturnType<typeof createVapid>;

/** 16 bytes more than the order, so that the remainder is unbiased (FIPS 186-5, A.2.1). */
function deriveScalar(secret: string, purpose: string): Buffer {
  const wide = Buffer.from(hkdfSync("sha256", secret, "", purpose, 48)).toString("hex");
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
}
