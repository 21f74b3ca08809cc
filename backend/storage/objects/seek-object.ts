import type { Context } from "hono";
import { type StorageParts, storageCaller } from "../storage-deps.ts";
import { readObjectAddress } from "./object-address.ts";
import {
  findPublicObject,
  findReadableObject,
  findSignedObject,
  type ObjectRow,
} from "./object-rows.ts";

/** An object that a request asks for, how it shall be transformed, and for how long it is kept. */
export type Sought = {
  find(): Promise<ObjectRow | null>;
  transform: Record<string, string | undefined>;
  cacheControl(row: ObjectRow): string;
};

/** A way to an object: what lets its caller have what the path behind `route` names. */
export type Way = (parts: StorageParts, context: Context, route: string) => Promise<Sought>;

/** …/public/{bucket}/{path}: an object of a public bucket, for anyone. */
export const byAddress: Way = async (parts, context, route) => {
  const address = readObjectAddress(context, route);
  const find = () => findPublicObject(parts, address);
  return { find, transform: context.req.query(), cacheControl: publicCacheControl };
};

/** …/authenticated/{bucket}/{path}: an object that row security lets the caller read. */
export const byRight: Way = async ({ database, identity }, context, route) => {
  const address = readObjectAddress(context, route);
  const caller = await storageCaller(context, identity);
  const find = () => database.asCaller(caller, (sql) => findReadableObject(sql, address));
  return { find, transform: context.req.query(), cacheControl: keptByNobody };
};

/** …/sign/{bucket}/{path}?token=…: in the one size that was signed, until it expires. */
export const bySignature: Way = async (parts, context, route) => {
  const address = readObjectAddress(context, route);
  const transform = await parts.signer.verifyDownload(context.req.query("token"), address);
  const find = () => findSignedObject(parts, address);
  return { find, transform, cacheControl: keptByNobody };
};

const keptByNobody = () => "private, no-cache";

/** A name with a time in it (product section 7) never gets other bytes, so it is kept for good. */
function publicCacheControl({ name, metadata }: ObjectRow): string {
  if (/\d{10}/.test(name.slice(name.lastIndexOf("/")))) return forGood;
  const seconds = /^max-age=(\d{1,8})$/.exec(metadata.cacheControl)?.[1] ?? "3600";
  return `public, max-age=${seconds}, must-revalidate`;
}

const forGood = "public, max-age=31536000, immutable";
