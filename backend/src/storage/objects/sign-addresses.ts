import type { Context } from "hono";
import { z } from "zod";
import { callerOf } from "../../http/caller.ts";
import { requireBucket } from "../buckets.ts";
import { readJson, type StorageParts, type StorageRequest } from "../storage-deps.ts";
import { readObjectAddress } from "./object-address.ts";
import { getReadableObject, modeOf } from "./object-rows.ts";
import { checkRowSecurity, storeUpload } from "./upload-object.ts";

/** Ten years: longer than any link should live. */
const maxLifetimeSeconds = 10 * 365 * 86_400;

const expiresIn = z.number().int().min(1).max(maxLifetimeSeconds);
const Transform = z.record(z.string(), z.union([z.string().max(20), z.number()]).transform(String));

const OneInput = z.object({ expiresIn, transform: Transform.default({}) });
const ManyInput = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(500) });

/**
 * POST object/sign/{bucket}/{path}: a URL with which anyone can read an object that the caller may
 * read.
 */
export async function signAddress({ database, signer, context, caller }: StorageRequest) {
  const address = readObjectAddress(context, "/object/sign");
  const { expiresIn: seconds, transform } = await readJson(context, OneInput);
  await database.asCaller(caller, (sql) => getReadableObject(sql, address));
  const token = await signer.signDownload(address, seconds, transform);
  const route = Object.keys(transform).length > 0 ? "render/image" : "object";
  return context.json({
    signedURL: `/${route}/sign/${address.bucket}/${address.name}?token=${token}`,
  });
}

/**
 * POST object/sign/{bucket} `{expiresIn,paths}`. Objects that the caller may not read get an error
 * each.
 */
export async function signAddresses(request: StorageRequest) {
  const { database, signer, context, caller } = request;
  const bucket = await requireBucket(database, request.bucket);
  const { expiresIn: seconds, paths } = await readJson(context, ManyInput);
  const rows = await database.asCaller(
    caller,
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects
      where bucket_id = ${bucket.id} and name = any(${paths}::text[]) and version is not null`,
  );
  const readable = new Set(rows.map(({ name }) => name));
  const sign = async (path: string) => {
    if (!readable.has(path)) return { error: unreadable, path, signedURL: null };
    const token = await signer.signDownload({ bucket: bucket.id, name: path }, seconds);
    return { error: null, path, signedURL: `/object/sign/${bucket.id}/${path}?token=${token}` };
  };
  return context.json(await Promise.all(paths.map(sign)));
}

/** POST object/upload/sign/{bucket}/{path}: a URL with which anyone can upload once. */
export async function signUploadAddress(request: StorageRequest) {
  const { database, context, caller, signer } = request;
  const address = readObjectAddress(context, "/object/upload/sign");
  await requireBucket(database, address.bucket);
  const mode = modeOf(context);
  await checkRowSecurity(request, caller, address, mode);
  const signatory = { ...caller.identity, impersonated: caller.headers[impersonation] };
  const token = await signer.signUpload(address, signatory, mode === "upsert");
  const url = `/object/upload/sign/${address.bucket}/${address.name}?token=${token}`;
  return context.json({ url, token });
}

/** PUT object/upload/sign/…?token=…: uploads as the signer, with another check of row security. */
export async function uploadToSignedAddress(parts: StorageParts, context: Context) {
  const address = readObjectAddress(context, "/object/upload/sign");
  const signed = await parts.signer.verifyUpload(context.req.query("token"), address);
  const caller = callerOf(context, signed.signatory);
  const { impersonated } = signed.signatory;
  delete caller.headers[impersonation];
  if (impersonated) caller.headers[impersonation] = impersonated;
  const rowMode = signed.upsert ? "upsert" : "insert";
  return context.json(await storeUpload(parts, context, { address, caller, rowMode }));
}

/**
 * The user that an administrator acts for is part of the signed URL; the uploader cannot set it.
 */
const impersonation = "x-impersonated-user";

const unreadable = "Either the object does not exist or you do not have access to it";
