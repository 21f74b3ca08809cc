import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Logger } from "pino";
import type { Config } from "#api/config.ts";
import type { FunctionContext, FunctionServices } from "#contract/function-context.ts";
import type { Identity } from "#contract/identity.ts";

export type InProcessFetch = (
  request: Request,
  environment: unknown,
) => Response | Promise<Response>;

type Call = {
  config: Config;
  log: Logger;
  fetch: InProcessFetch;
  services: FunctionServices;
  caller: Identity;
  request: Request;
  environment: unknown;
};

/** Of the caller's request, what SQL may see of it besides the token: who is impersonated, for the audit, and whom a proxy asks for. */
const passedOn = ["user-agent", "x-forwarded-for", "x-impersonated-user"];

/** The context of one call. A client is made only when the function asks for it. */
export function createFunctionContext(call: Call): FunctionContext<SupabaseClient> {
  const { config, request } = call;
  let asCaller: SupabaseClient | undefined;
  let asService: SupabaseClient | undefined;
  return {
    identity: call.caller,
    services: call.services,
    log: call.log,
    get asCaller() {
      asCaller ??= openClient(call, config.anonKey, request.headers.get("authorization") ?? "");
      return asCaller;
    },
    get asService() {
      asService ??= openClient(call, config.serviceRoleKey, `Bearer ${config.serviceRoleKey}`);
      return asService;
    },
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
