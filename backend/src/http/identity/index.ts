import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Identity, Role } from "../../postgres/caller-statement.ts";
import { hasCode } from "../../postgres/failures.ts";
import type { Settings } from "../../settings.ts";
import { ApiError } from "../api-error.ts";

/**
 * Signs and verifies tokens with one key and one algorithm (HS256, as GoTrue), so that no algorithm
 * can be confused. The issuer is not checked: Supabase's own tools use "supabase", and SITE_URL may
 * change.
 */
export function createIdentity(input: { jwtSecret: string; siteUrl: string }) {
  const key = importKey(input.jwtSecret);
  const issuer = `${input.siteUrl}/auth/v1`;
  return {
    /** Throws ApiError `bad_jwt` or `token_expired` (401). */
    verify: cacheVerified(async (token) => toIdentity(await readClaims(token, await key))),
    async sign(claims: JWTPayload, expiresInSeconds: number): Promise<string> {
      const iat = Math.floor(Date.now() / 1000);
      return signToken(await key, { ...claims, iss: issuer, iat, exp: iat + expiresInSeconds });
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentity>;

/** Its times are fixed, so that every process derives the same key and browsers can cache it. */
export async function makeApiKey(
  jwtSecret: string,
  role: "anon" | "service_role",
  issuer = "supabase",
): Promise<string> {
  const [iat, exp] = [Date.UTC(2026, 0, 1) / 1000, Date.UTC(2099, 11, 31) / 1000];
  return signToken(await importKey(jwtSecret), { role, iss: issuer, iat, exp });
}

function signToken(key: CryptoKey, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
}

function importKey(jwtSecret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(jwtSecret);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);
}

async function readClaims(token: string, key: CryptoKey): Promise<JWTPayload> {
  if (!hasOneSpelling(token)) throw badJwt("invalid JWT: unable to parse or verify signature");
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      requiredClaims: ["exp"],
    });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) {
      throw new ApiError({ status: 401, code: "token_expired", message: "JWT expired", cause });
    }
    throw badJwt("invalid JWT: unable to parse or verify signature", cause);
  }
}

/**
 * The last character of a signature has unused bits, so several spellings decode to the same bytes
 * (RFC 4648, 3.5).
 */
function hasOneSpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

function toIdentity(claims: JWTPayload): Identity {
  if (!isRole(claims.role)) throw badJwt("invalid claim: role");
  if (claims.role === "authenticated" && !isUuid(claims.sub)) throw badJwt("invalid claim: sub");
  const session = isUuid(claims.session_id) ? claims.session_id : undefined;
  if (claims.session_id !== undefined && session === undefined)
    throw badJwt("invalid claim: session_id");
  const aal = typeof claims.aal === "string" ? claims.aal : undefined;
  return { role: claims.role, claims: { ...claims, session_id: session, aal } };
}

function isRole(value: unknown): value is Role {
  return value === "anon" || value === "authenticated" || value === "service_role";
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function badJwt(message: string, cause?: unknown): ApiError {
  return new ApiError({ status: 401, code: "bad_jwt", message, cause });
}

type Verify = (token: string) => Promise<Identity>;

/** Limited by token length, not by count: large metadata can make claims a hundred times longer. */
const maxCharacters = 2_000_000;

/**
 * Caches verified tokens, since each request brings two. The database checks whether the session is
 * still alive. Rejected tokens are not cached.
 */
export function cacheVerified(verify: Verify, limit = maxCharacters): Verify {
  const cache = new LRUCache<string, Identity>({
    maxSize: limit,
    sizeCalculation: (_, token) => token.length,
  });
  return async (token) => {
    const known = cache.get(token);
    if (known && isInForce(known)) return known;
    cache.delete(token);
    const identity = await verify(token);
    cache.set(token, identity);
    return identity;
  };
}

function isInForce({ claims: { exp, nbf } }: Identity): boolean {
  const now = Date.now() / 1000;
  return typeof exp === "number" && now < exp && (typeof nbf !== "number" || nbf <= now);
}

const StoredSecrets = z.object({ jwtSecret: z.string().min(32) });

/**
 * Fills in secrets that the settings omit; a new JWT secret is created once and stored in DATA_DIR.
 * Throws if that file is not readable, or if the secret did not sign the given keys.
 */
export async function completeSettings<Given extends Settings>(settings: Given) {
  const jwtSecret = settings.jwtSecret ?? (await createSecretOnce(settings.dataDir));
  await checkKeys({ ...settings, jwtSecret });
  const issuer = settings.name.toLowerCase();
  return {
    ...settings,
    jwtSecret,
    anonKey: settings.anonKey ?? (await makeApiKey(jwtSecret, "anon", issuer)),
    serviceRoleKey:
      settings.serviceRoleKey ?? (await makeApiKey(jwtSecret, "service_role", issuer)),
  };
}

async function checkKeys(settings: Settings & { jwtSecret: string }): Promise<void> {
  const { verify } = createIdentity(settings);
  const given = [
    ["ANON_KEY", settings.anonKey, "anon"],
    ["SERVICE_ROLE_KEY", settings.serviceRoleKey, "service_role"],
  ] as const;
  const faults: string[] = [];
  for (const [name, key, role] of given) {
    if (key === undefined) continue;
    const found = await verify(key).catch(() => null);
    if (found?.role === role) continue;
    faults.push(`${name}: is not a key that JWT_SECRET signs for the role ${role}`);
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/**
 * Written to a draft and linked into place, so that a crash leaves no partial file and concurrent
 * starts agree on one secret.
 */
async function createSecretOnce(dataDir: string): Promise<string> {
  const path = secretFile(dataDir);
  if (existsSync(path)) return readSecret(dataDir);
  const draft = `${path}.${randomUUID()}.part`;
  const secret = { jwtSecret: randomBytes(32).toString("base64url") };
  try {
    await writeFile(draft, `${JSON.stringify(secret)}\n`, { flag: "wx", mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readSecret(dataDir);
}

async function readSecret(dataDir: string): Promise<string> {
  const kept = await readStoredSecret(dataDir);
  if (kept) return kept.jwtSecret;
  throw new Error(
    `${secretFile(dataDir)} is not readable. Restore it from a backup, or remove it: everyone must then sign in again and set up a new second factor.`,
  );
}

/** The secret that the installation created, with the bytes of its file, or null. */
export async function readStoredSecret(dataDir: string) {
  try {
    const bytes = await readFile(secretFile(dataDir));
    return { bytes, ...StoredSecrets.parse(JSON.parse(bytes.toString("utf8"))) };
  } catch {
    return null;
  }
}

export function secretFile(dataDir: string): string {
  return join(dataDir, "secrets.json");
}
