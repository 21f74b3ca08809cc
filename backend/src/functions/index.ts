import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import type { Logger } from "pino";
import { type Admission, admitRequests, retryAfter } from "../http/admission.ts";
import { ApiError } from "../http/api-error.ts";
import { isClientGone, markFunctionCall } from "../http/client-address.ts";
import type { IdentityService } from "../http/identity/index.ts";
import { limitBody } from "../http/limit-request.ts";
import { bodyLimits } from "../limits.ts";
import type { Identity } from "../postgres/caller-statement.ts";
import type { Database } from "../postgres/database.ts";
import { classifyFailure } from "../postgres/failures.ts";
import { Overloaded } from "../postgres/limiter.ts";
import type { ProjectConfig } from "../settings.ts";

/** Errors that the loader itself returns, before or instead of the function's response. */
const statuses = {
  noToken: 401,
  badToken: 401,
  unknownFunction: 404,
  tooLarge: 413,
  unavailable: 503,
  fault: 500,
} as const;

type Refusal = keyof typeof statuses;

type Refusals = Readonly<Record<Refusal, string>>;

function createRefuse(sentences: Refusals) {
  return (reason: Refusal, headers: Record<string, string> = {}): Response =>
    Response.json({ error: sentences[reason] }, { status: statuses[reason], headers });
}

type InProcessFetch = (request: Request, environment: unknown) => Response | Promise<Response>;

type Call = Pick<FunctionsDeps, "config" | "log" | "fetch"> & {
  caller: Identity;
  request: Request;
  environment: unknown;
};

/** Headers of the caller's request that are passed on to SQL. */
const passedOn = ["user-agent", "x-forwarded-for", "x-impersonated-user"];

function createFunctionContext(call: Call): FunctionContext {
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

type FunctionsDeps = {
  config: ProjectConfig;
  /** Returns the identity of a token. Throws if the token is invalid or its session has ended. */
  identify(token: string): Promise<Identity>;
  log: Logger;
  admission: Admission;
  /** Handles a request to this API in process; the environment carries the caller's address. */
  fetch: InProcessFetch;
  functions: FunctionsInput;
};

/** The functions by name, and the messages of the error responses. */
export type FunctionsInput = {
  load(): Promise<ReadonlyMap<string, FunctionHandler>>;
  refusals: Refusals;
};

/** No functions; for products that decide everything in the database. */
export const noFunctions: FunctionsInput = {
  load: async () => new Map(),
  refusals: {
    noToken: "Missing authorization header",
    badToken: "Invalid JWT",
    unknownFunction: "Function not found",
    tooLarge: "The body is too large",
    unavailable: "The service is unavailable",
    fault: "Internal server error",
  },
};

const maxBody = bodyLimits.visitor;

/**
 * POST /functions/v1/<name> runs a function. Every failure is `{error}` with one of the given
 * messages.
 */
export function createFunctionsApi(deps: FunctionsDeps) {
  const { identify, log } = deps;
  const refuse = createRefuse(deps.functions.refusals);
  const functions = deps.functions.load();
  const app = new Hono();

  app.post(
    "/:name",
    admitRequests(deps.admission, maxBody),
    limitBody(maxBody, () => refuse("tooLarge")),
    async (c) => {
      const authorization = c.req.header("authorization") ?? "";
      if (authorization === "") return refuse("noToken");
      const run = (await functions).get(c.req.param("name"));
      if (!run) return refuse("unknownFunction");
      const caller = await identify(authorization.replace(/^bearer\s+/i, ""));
      const context = createFunctionContext({
        ...deps,
        caller,
        request: c.req.raw,
        environment: markFunctionCall(c.env, caller.role === "anon"),
      });
      return run(c.req.raw, context);
    },
  );
  app.all("*", () => refuse("unknownFunction"));
  app.onError((error, c) => {
    if (error instanceof Overloaded) return refuse("unavailable", retryAfter);
    const reason = nameRefusal(error);
    if (reason !== "badToken" && !isClientGone(c))
      log.error({ err: error }, "server function failed");
    return refuse(reason);
  });

  return {
    app,
    start: async (): Promise<void> => {
      await functions;
    },
  };
}

function nameRefusal(error: Error): "badToken" | "unavailable" | "fault" {
  if (error instanceof ApiError && error.status === 401) return "badToken";
  if (error instanceof ApiError) return error.status === 503 ? "unavailable" : "fault";
  const failure = classifyFailure(error);
  if (failure.kind === "sql") return failure.state === "PT401" ? "badToken" : "fault";
  return failure.kind === "other" ? "fault" : "unavailable";
}

/**
 * Also checks that the session is alive: otherwise a function that uses the service client would
 * still act for a user who has signed out.
 */
export function identifyBy(
  { verify }: Pick<IdentityService, "verify">,
  { owner }: Pick<Database, "owner">,
): FunctionsDeps["identify"] {
  return async (token) => {
    const caller = await verify(token);
    if (caller.claims.sub !== undefined) {
      await owner`select private.check_session(${JSON.stringify(caller.claims)}::text::jsonb)`;
    }
    return caller;
  };
}

/**
 * What a function receives besides the request. `asCaller` queries this backend under row security,
 * `asService` bypasses it.
 */
type FunctionContext = {
  identity: Identity;
  asCaller: SupabaseClient;
  asService: SupabaseClient;
  log: Record<
    "info" | "warn" | "error",
    (details: Record<string, unknown>, message: string) => void
  >;
};

/** A server function: takes a request and its context, returns the response. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
