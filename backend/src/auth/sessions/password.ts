import { hash, verify } from "@node-rs/bcrypt";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

const shortest = 6;
const longestBytes = 72;
/** GoTrue's own cost and prefix, so that hashes of both look and take the same. */
const cost = 10;

type Hashing = Pick<AuthContext, "limited">;

/**
 * The bcrypt hash of a new password in its NFKC form, so that every keyboard's spelling of it
 * matches. Throws weak_password, or validation_failed over 72 bytes.
 */
export async function hashPassword({ limited }: Hashing, typed: string): Promise<string> {
  const password = typed.normalize("NFKC");
  if ([...password].length < shortest) throw authError("weak_password");
  if (!fitsBcrypt(password)) {
    const message = "Password cannot be longer than 72 characters";
    throw authError("validation_failed", { message });
  }
  return limited(() => hash(password, { cost, version: "2a" }));
}

/**
 * Compares the password as it was typed, as earlier versions and GoTrue hashed it, then its NFKC
 * form if that differs. Takes the same time where there is no hash, so that it does not reveal
 * which accounts exist.
 */
export async function matchesPassword(
  { limited }: Hashing,
  typed: string,
  encrypted: string | null | undefined,
): Promise<boolean> {
  for (const password of new Set([typed, typed.normalize("NFKC")])) {
    const matches = await limited(() => verify(password, encrypted || hashOfNobody));
    if (matches && encrypted && fitsBcrypt(password)) return true;
  }
  return false;
}

/** bcrypt reads no further: what it would not read must not count as matched. */
function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= longestBytes;
}

/** Of 32 random bytes that nobody kept. */
const hashOfNobody = "$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e";
