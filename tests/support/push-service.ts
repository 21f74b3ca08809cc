import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import type { Superuser } from "./superuser.ts";

/** A notice that a device has shown, with the headers of the push message. */
type Shown = { notice: Record<string, unknown>; ttl: number; subject: unknown };

/**
 * A browser with its push service: it authenticates the sender (RFC 8292), decrypts messages with
 * its own keys (RFC 8291), and answers `status`.
 */
export type PushService = {
  shown: Shown[];
  status: number;
  /** The browser's subscription. */
  subscription: { p_endpoint: string; p_p256dh: string; p_auth: string };
  stop(): Promise<void>;
};

/** Starts one on this local port, for browsers that subscribe to `key`. */
export async function startPushService(port: number, key: string): Promise<PushService> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = randomBytes(16);
  const origin = `http://127.0.0.1:${port}`;
  const service: PushService = {
    shown: [],
    status: 201,
    subscription: {
      p_endpoint: `${origin}/push/${randomBytes(8).toString("hex")}`,
      p_p256dh: pair.getPublicKey().toString("base64url"),
      p_auth: auth.toString("base64url"),
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer(async (request, response) => {
    try {
      const subject = await checkSender(request, origin, key);
      const text = open(Buffer.concat(await request.toArray()), pair, auth);
      const ttl = Number(request.headers.ttl);
      if (service.status === 201) service.shown.push({ notice: JSON.parse(text), ttl, subject });
      response.writeHead(service.status, { connection: "close" }).end("internal words");
    } catch (error) {
      response.writeHead(400, { connection: "close" }).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return service;
}

/** Allows a local push service, since the program accepts only those of browsers. */
export async function allowLocalPushService(sql: Superuser): Promise<void> {
  await sql.unsafe(`create or replace function private.is_push_service(p_endpoint text)
    returns boolean language sql immutable set search_path = ''
    as $$ select p_endpoint like 'http://127.0.0.1:%' $$`);
}

/** Subscribes like the page; returns PostgREST's response. */
export function subscribe(client: SupabaseClient, { subscription }: PushService) {
  return client.rpc("subscribe_to_push", subscription);
}

async function checkSender(request: IncomingMessage, audience: string, key: string) {
  const [, token = "", sent = ""] =
    /^vapid t=(\S+), k=(\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  if (sent !== key) throw new Error("Another key than the browser subscribed to");
  const point = Buffer.from(sent, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const { alg } = decodeProtectedHeader(token);
  if (alg !== "ES256") throw new Error(`Signed with ${alg}`);
  const verifying = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const { payload } = await jwtVerify(token, verifying, { audience, requiredClaims: ["exp"] });
  return payload.sub;
}

function open(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))];
  const sealed = body.subarray(21 + sender.length);
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, with_, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const agreed = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(agreed, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(agreed, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const seal = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([seal.update(sealed.subarray(0, -16)), seal.final()]);
  if (plain.at(-1) !== 2) throw new Error("No last record");
  return plain.subarray(0, -1).toString("utf8");
}
