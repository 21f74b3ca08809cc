import { hash, verify } from "@node-rs/bcrypt";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

const shortest = 6;
const longestBytes = 72;
/** GoTrue's own cost and prefix, so that hashes of both look and take the same. */
const cost = 10;

type Hashing = Pick<AuthContext, "limited">;

/** The bcrypt hash of a new password. Throws weak_password, or validation_failed over 72 bytes. */
export async function hashPassword({ limited }: Hashing, password: string): Promise<string> {
  if ([...password].length < shortest) throw authError("weak_password");
  if (!fitsBcrypt(password)) {
    const message = "Password cannot be longer than 72 characters";
    throw authError("validation_failed", { message });
  }
  return limited(() => hash(password, { cost, version: "2a" }));
}

/** Takes the same time where there is no hash, so that it tells nobody who has an account. */
export async function matchesPassword(
  { limited }: Hashing,
  password: string,
  encrypted: string | null | undefined,
): Promise<boolean> {
  const matches = await limited(() => verify(password, encrypted || hashOfNobody));
  return matches && Boolean(encrypted) && fitsBcrypt(password);
}

/** bcrypt reads no further: what it would not read must not count as matched. */
function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= longestBytes;
}

/** Of 32 random bytes that nobody kept. */
const hashOfNobody = "$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e";
