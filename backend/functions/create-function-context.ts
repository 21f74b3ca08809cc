import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Logger } from "pino";
import type { Identity } from "#backend/postgres/identity.ts";
import type { Config } from "#backend/settings.ts";
import type { FunctionContext } from "./server-function.ts";

export type InProcessFetch = (
  request: Request,
  environment: unknown,
) => Response | Promise<Response>;

type Call = {
  config: Config;
  log: Logger;
  fetch: InProcessFetch;
  caller: Identity;
  request: Request;
  environment: unknown;
};

/**
 * Of the caller's request, what SQL may see of it besides the token: who is impersonated, for the
 * audit, and whom a proxy asks for.
 */
const passedOn = ["user-agent", "x-forwarded-for", "x-impersonated-user"];

/** The context of one call. */
export function createFunctionContext(call: Call): FunctionContext {
  const { config, request, caller: identity, log } = call;
  const authorization = request.headers.get("authorization") ?? "";
  return {
    identity,
    log,
    asCaller: openClient(call, config.anonKey, authorization),
    asService: openClient(call, config.serviceRoleKey, `Bearer ${config.serviceRoleKey}`),
  };
}

function openClient(call: Call, key: string, authorization: string): SupabaseClient {
  const passed = passedOn.flatMap((name) => {
    const value = call.request.headers.get(name);
    return value ? [[name, value]] : [];
  });
  return createClient(call.config.siteUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: { ...Object.fromEntries(passed), Authorization: authorization },
      fetch: async (input, init) => call.fetch(new Request(input, init), call.environment),
    },
  });
}
