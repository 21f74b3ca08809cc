import type { SupabaseClient } from "@supabase/supabase-js";
import type { Identity } from "#backend/postgres/identity.ts";

/**
 * What a server function gets besides the request: whom the bearer token names, whose session
 * lived when the call came, and clients whose calls go to this backend in process: `asCaller` with
 * the caller's own token, so that row security decides; `asService` past it, for what no caller may
 * do alone.
 */
export type FunctionContext = {
  identity: Identity;
  asCaller: SupabaseClient;
  asService: SupabaseClient;
  log: Record<
    "info" | "warn" | "error",
    (details: Record<string, unknown>, message: string) => void
  >;
};

/** Answers a call of POST /functions/v1/<name>. */
export type ServerFunction = (request: Request, context: FunctionContext) => Promise<Response>;
