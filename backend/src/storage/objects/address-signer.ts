import { createHmac } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { storageError } from "../storage-error.ts";
import type { ObjectAddress } from "./object-address.ts";

/** The render/image parameters that a signed URL includes. */
export type SignedTransform = Record<string, string>;

/** As in Supabase Storage: an upload URL is for immediate use. */
const uploadSeconds = 2 * 60 * 60;

const Download = z.object({
  scope: z.literal("download"),
  url: z.string(),
  transform: z.record(z.string(), z.string()),
});
/** Row security checks the upload as this user; `impersonated` is for the audit log. */
const Signatory = z.object({
  role: z.enum(["anon", "authenticated", "service_role"]),
  claims: z.object({
    sub: z.string().optional(),
    session_id: z.string().optional(),
    aal: z.string().optional(),
  }),
  impersonated: z.string().optional(),
});
const Upload = z.object({
  scope: z.literal("upload"),
  url: z.string(),
  upsert: z.boolean(),
  signatory: Signatory,
});

export type AddressSigner = ReturnType<typeof createAddressSigner>;

/**
 * Signs URLs with a separate key, so that a URL token is never valid as an access token or vice
 * versa.
 */
export function createAddressSigner(jwtSecret: string) {
  const key = createHmac("sha256", jwtSecret).update("signed storage addresses").digest();
  const sign = (claims: Record<string, unknown>, seconds: number): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime(`${seconds} s`)
      .sign(key);
  const verify = async <Claims extends { url: string }>(
    token: string | undefined,
    schema: z.ZodType<Claims>,
    address: ObjectAddress,
  ): Promise<Claims> => {
    const claims = schema.safeParse(await readClaims(token, key));
    if (!claims.success || claims.data.url !== urlOf(address)) throw invalid("Invalid signature");
    return claims.data;
  };
  return {
    signDownload: (address: ObjectAddress, seconds: number, transform: SignedTransform = {}) =>
      sign({ scope: "download", url: urlOf(address), transform }, seconds),
    /** Returns the signed transformation. */
    verifyDownload: async (token: string | undefined, address: ObjectAddress) =>
      (await verify(token, Download, address)).transform,
    signUpload: (address: ObjectAddress, signatory: z.input<typeof Signatory>, upsert: boolean) =>
      sign(
        { scope: "upload", url: urlOf(address), upsert, signatory: Signatory.parse(signatory) },
        uploadSeconds,
      ),
    verifyUpload: (token: string | undefined, address: ObjectAddress) =>
      verify(token, Upload, address),
  };
}

function urlOf({ bucket, name }: ObjectAddress): string {
  return `${bucket}/${name}`;
}

async function readClaims(token: string | undefined, key: Uint8Array): Promise<unknown> {
  try {
    return (await jwtVerify(token ?? "", key, { algorithms: ["HS256"] })).payload;
  } catch (cause) {
    const isExpired = cause instanceof errors.JWTExpired;
    throw invalid(isExpired ? "The signed address has expired" : "Invalid signature", cause);
  }
}

function invalid(message: string, cause?: unknown) {
  return storageError("InvalidSignature", message, cause);
}
