import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Identity, Role } from "#backend/postgres/caller-statement.ts";
import { ApiError } from "../api-error.ts";

/**
 * Turns tokens into identities and back. One key, one algorithm: there is nothing to choose, so
 * nothing to confuse.
 */
export type IdentityService = {
  /**
   * The role and claims of a token; throws ApiError `bad_jwt` or `token_expired` (status 401, which
   * an area may render as its own).
   */
  verify(token: string): Promise<Identity>;
  /** A token with these claims, issued now by this site and valid for so many seconds. */
  sign(claims: JWTPayload, expiresInSeconds: number): Promise<string>;
};

/**
 * The identity service of one JWT secret (as GoTrue and PostgREST, HS256 only). Tokens are not
 * bound to the issuer's address: API keys made by Supabase's own tools name "supabase", and
 * SITE_URL may change.
 */
export function createIdentity(input: { jwtSecret: string; siteUrl: string }): IdentityService {
  const key = importKey(input.jwtSecret);
  const issuer = `${input.siteUrl}/auth/v1`;
  return {
    verify: rememberVerified(async (token) => toIdentity(await readClaims(token, await key))),
    async sign(claims, expiresInSeconds) {
      const issuedAt = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresInSeconds)
        .sign(await key);
    },
  };
}

/**
 * The anon or service key of a JWT secret. Its times are fixed, so that every process with the same
 * secret makes the same key, and a key that a browser has cached stays valid over restarts; it is
 * rotated by changing the secret.
 */
export async function makeApiKey(
  jwtSecret: string,
  role: "anon" | "service_role",
  issuer = "supabase",
): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setIssuedAt(Date.UTC(2026, 0, 1) / 1000)
    .setExpirationTime(Date.UTC(2099, 11, 31) / 1000)
    .sign(await importKey(jwtSecret));
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
 * The last sign of a signature has bits to spare, and base64 may be padded: a signature of other
 * signs is another one (RFC 4648, 3.5).
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

/**
 * Two thousand tokens of the usual length. By length and not by number, since metadata can make
 * claims that hold a hundred times as much memory.
 */
const mostCharacters = 2_000_000;

/**
 * Verifies each token once: the same text with the same key has the same claims for as long as it
 * has not expired, and a request brings two of them. Whether its session still lives is the
 * database's to say, at each request. Refused tokens are not remembered.
 */
export function rememberVerified(verify: Verify, limit = mostCharacters): Verify {
  const remembered = new LRUCache<string, Identity>({
    maxSize: limit,
    sizeCalculation: (_, token) => token.length,
  });
  return async (token) => {
    const known = remembered.get(token);
    if (known && isInForce(known)) return known;
    remembered.delete(token);
    const identity = await verify(token);
    remembered.set(token, identity);
    return identity;
  };
}

function isInForce({ claims: { exp, nbf } }: Identity): boolean {
  const now = Date.now() / 1000;
  return typeof exp === "number" && now < exp && (typeof nbf !== "number" || nbf <= now);
}
