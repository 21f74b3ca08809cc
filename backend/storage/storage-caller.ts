import type { Context } from "hono";
import { callerOf } from "#backend/http/caller-of.ts";
import type { IdentityService } from "#backend/http/identity/index.ts";
import type { Caller } from "#backend/postgres/database.ts";
import { storageError } from "./storage-error.ts";

/**
 * On whose behalf a storage request acts: its bearer token decides. Throws MissingHeader when there
 * is none, InvalidJWT when it is bad.
 */
export async function storageCaller(context: Context, identity: IdentityService): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  if (!token)
    throw storageError("MissingHeader", "headers must have required property 'authorization'");
  return callerOf(context, await identity.verify(token));
}
