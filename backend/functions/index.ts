import { Hono } from "hono";
import type { Logger } from "pino";
import { type Admission, admitted, retryAfter } from "#backend/http/admission.ts";
import { ApiError } from "#backend/http/api-error.ts";
import { errandOf, isLeftMidway } from "#backend/http/connection.ts";
import type { IdentityService } from "#backend/http/identity/index.ts";
import { limitBody } from "#backend/http/limit-body.ts";
import { bodyLimits } from "#backend/limits.ts";
import type { Database } from "#backend/postgres/database.ts";
import { classifyFailure } from "#backend/postgres/failures.ts";
import { Overloaded } from "#backend/postgres/limiter.ts";
import type { Config } from "#backend/settings.ts";
import { createFunctionContext, type InProcessFetch } from "./create-function-context.ts";
import { createRefuse, type Refusals } from "./refuse.ts";
import { requireSession } from "./require-session.ts";
import type { ServerFunction } from "./server-function.ts";

export type FunctionsDeps = {
  config: Config;
  database: Pick<Database, "owner">;
  identity: IdentityService;
  log: Logger;
  admission: Admission;
  /**
   * Answers a request to this very api, without the network. The environment carries the caller's
   * address.
   */
  fetch: InProcessFetch;
  functions: FunctionsInput;
};

/** The functions by name, and what a refusal says. */
export type FunctionsInput = {
  load(): Promise<ReadonlyMap<string, ServerFunction>>;
  refusals: Refusals;
};

/** The functions area. */
export type Functions = { app: Hono; start(): Promise<void> };

const largestBody = bodyLimits.visitor;

/**
 * POST /functions/v1/<name> runs functions/<name>/index.ts. Every failure is `{error}` with a
 * sentence that was handed in: 401 without a valid token of a session that lives, 404 for an
 * unknown name, 413 over 64 kB, 503 while the database is away, 500 for a fault of ours.
 */
export function createFunctionsApi(deps: FunctionsDeps): Functions {
  const { database, identity, log } = deps;
  const refuse = createRefuse(deps.functions.refusals);
  const functions = deps.functions.load();
  const app = new Hono();

  app.post(
    "/:name",
    admitted(deps.admission, largestBody),
    limitBody(largestBody, () => refuse("tooLarge")),
    async (c) => {
      const authorization = c.req.header("authorization") ?? "";
      if (authorization === "") return refuse("noToken");
      const caller = await identity.verify(authorization.replace(/^bearer\s+/i, ""));
      const run = (await functions).get(c.req.param("name"));
      if (!run) return refuse("unknownFunction");
      await requireSession(database, caller);
      const context = createFunctionContext({
        ...deps,
        caller,
        request: c.req.raw,
        environment: errandOf(c.env, caller.role === "anon"),
      });
      return run(c.req.raw, context);
    },
  );
  app.all("*", () => refuse("unknownFunction"));
  app.onError((error, c) => {
    if (error instanceof Overloaded) return refuse("unavailable", retryAfter);
    const reason = nameRefusal(error);
    if (reason !== "badToken" && !isLeftMidway(c))
      log.error({ err: error }, "server function failed");
    return refuse(reason);
  });

  return {
    app,
    start: async () => {
      await functions;
    },
  };
}

function nameRefusal(error: Error): "badToken" | "unavailable" | "fault" {
  if (error instanceof ApiError) return error.status === 401 ? "badToken" : "fault";
  const failure = classifyFailure(error);
  if (failure.kind === "sql") return failure.state === "PT401" ? "badToken" : "fault";
  return failure.kind === "other" ? "fault" : "unavailable";
}
