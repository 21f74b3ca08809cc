import { join } from "node:path";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Config } from "#api/config.ts";
import { type Admission, admitted, retryAfter } from "#api/http/admission.ts";
import { ApiError } from "#api/http/api-error.ts";
import { errandOf, isLeftMidway } from "#api/http/connection.ts";
import { limitBody } from "#api/http/limit-body.ts";
import { Overloaded } from "#api/http/limiter.ts";
import type { IdentityService } from "#api/identity/index.ts";
import { bodyLimits } from "#api/limits.ts";
import type { Database } from "#api/postgres/database.ts";
import { classifyFailure } from "#api/postgres/failures.ts";
import type { FunctionServices } from "#contract/function-context.ts";
import { createFunctionContext, type InProcessFetch } from "./create-function-context.ts";
import { loadFunctions } from "./load-functions.ts";
import { refuse } from "./refuse.ts";
import { requireSession } from "./require-session.ts";
import { createTextRecordReader } from "./services/dns/text-records.ts";
import { createVinDecoder } from "./services/vin/vin-decoder.ts";

export type FunctionsDeps = {
  config: Config;
  database: Pick<Database, "owner">;
  identity: IdentityService;
  log: Logger;
  admission: Admission;
  /** Answers a request to this very api, without the network. The environment carries the caller's address. */
  fetch: InProcessFetch;
  normalizePhone: FunctionServices["normalizePhone"];
  forgetOwnHosts: FunctionServices["forgetOwnHosts"];
};

/** The functions area: its routes, and the VIN data that it keeps open. */
export type Functions = { app: Hono; start(): Promise<void>; stop(): Promise<void> };

const largestBody = bodyLimits.visitor;

/**
 * POST /functions/v1/<name> runs functions/<name>/index.ts (contract.md, /functions/v1). Every failure is `{error}` with a Spanish
 * sentence (NOT_AUTHENTICATED excepted): 401 without a valid token of a session that lives, 404 for an unknown name, 413 over 64 kB, 503 while the
 * database is away, 500 for a fault of ours.
 */
export function createFunctionsApi(deps: FunctionsDeps): Functions {
  const { config, database, identity, log } = deps;
  const vinDecoder = createVinDecoder({ folder: join(config.dataDir, "vin"), log });
  const services = {
    decodeVin: vinDecoder.decode,
    normalizePhone: deps.normalizePhone,
    forgetOwnHosts: deps.forgetOwnHosts,
    readTextRecords: createTextRecordReader(config.dnsServers),
  };
  const functions = loadFunctions();
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
        services,
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
      if (config.production) warmInBackground(vinDecoder.warm, log);
    },
    stop: () => vinDecoder.close(),
  };
}

function nameRefusal(error: Error): "badToken" | "unavailable" | "fault" {
  if (error instanceof ApiError) return error.status === 401 ? "badToken" : "fault";
  const failure = classifyFailure(error);
  if (failure.kind === "sql") return failure.state === "PT401" ? "badToken" : "fault";
  return failure.kind === "other" ? "fault" : "unavailable";
}

/** The first start unpacks the data for about a second; nobody should wait for that but whoever decodes at once. */
function warmInBackground(warm: () => Promise<void>, log: Logger): void {
  warm().catch((error: unknown) => log.error({ err: error }, "VIN data cannot be prepared"));
}
