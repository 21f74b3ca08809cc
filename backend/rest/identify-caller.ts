import type { Context } from "hono";
import { callerOf } from "#backend/http/caller-of.ts";
import type { IdentityService } from "#backend/http/identity/index.ts";
import type { Caller } from "#backend/postgres/database.ts";
import { restError } from "./rest-error.ts";

/**
 * Who asks: the bearer token, else the API key, which is a token too. Throws ApiError 401:
 * `bad_jwt`, `token_expired`, PGRST302.
 */
export async function identifyCaller(context: Context, identity: IdentityService): Promise<Caller> {
  const { req } = context;
  const bearer = /^Bearer\s+(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
  const token = bearer ?? req.header("apikey") ?? req.query("apikey");
  if (!token) throw restError("PGRST302", { message: "Anonymous access is disabled" });
  return callerOf(context, await identity.verify(token));
}
