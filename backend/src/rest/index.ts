import { promisify } from "node:util";
import { gzip, type ZlibOptions } from "node:zlib";
import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { type Admission, admitRequests } from "../http/admission.ts";
import { bearerOf, callerOf } from "../http/caller.ts";
import type { IdentityService } from "../http/identity/index.ts";
import { limitBody } from "../http/limit-request.ts";
import { bodyLimits } from "../limits.ts";
import type { Caller, Database } from "../postgres/database.ts";
import { type RestRequest, readHttpRequest } from "./parse/parse-request.ts";
import { createPrepareRequest } from "./prepare-request.ts";
import { renderError, toRestError } from "./respond/render-error.ts";
import { checkResult, renderResult } from "./respond/render-result.ts";
import { restError } from "./rest-error.ts";
import { watchSchema } from "./schema-cache/schema-watcher.ts";
import type { Statement, StatementResult } from "./sql/write-statement.ts";

type RestDeps = {
  database: Database;
  identity: IdentityService;
  log: Logger;
  admission: Admission;
};

type RestEnv = { Variables: { caller: Caller } };

const writes = ["POST", "PATCH", "DELETE"];

/**
 * Tables and functions of schema public over HTTP, compatible with PostgREST v17 and supabase-js.
 */
export function createRestApi({ database, identity, log, admission }: RestDeps) {
  const schema = watchSchema(database, log);
  const prepare = createPrepareRequest();
  const app = new Hono<RestEnv>();

  app.use("/*", admitRequests(admission, bodyLimits.rows));
  app.use("/*", async (context, next) => {
    context.set("caller", await identifyCaller(context, identity));
    return next();
  });
  app.on(writes, "/*", async (context, next) => {
    const isVisitor = context.get("caller").identity.role === "anon";
    const largest = isVisitor ? bodyLimits.visitor : bodyLimits.rows;
    return limitBody(largest, () => refuseBody(largest))(context, next);
  });
  app.delete("/*", async (context, next) => {
    // A DELETE body is ignored, but rejected if it is too large.
    await context.req.text();
    return next();
  });
  app.all("/*", async (context) => {
    const caller = context.get("caller");
    const { role } = caller.identity;
    const http = readHttpRequest(context);
    const { request, statement } = await prepare(http, role, await schema.current());
    const options = optionsFor(request, statement);
    const result = await database.callerStatement(caller, statement, options);
    const answer = renderResult({ request, statement, result });
    if (answer.body === null) return context.body(null, answer.status, answer.headers);
    // Once a write is committed, rejecting its response would make the client repeat it.
    if (options.isReadOnly) admission.hold(context, answer.body.length);
    const body = await packBody(answer, context.req.header("accept-encoding"));
    return context.body(body, answer.status, answer.headers);
  });
  app.onError((error, context) => {
    const refusal = toRestError(error, context.get("caller")?.identity.role ?? null);
    if (refusal.status === 500) log.error({ err: refusal.cause, code: refusal.code }, "rest");
    return renderError(refusal);
  });

  return { app, start: schema.start, stop: schema.stop };
}

/** A read has nothing to roll back, so it does not wait for the check before it commits. */
function optionsFor(request: RestRequest, { estimate }: Statement) {
  const isReadOnly = request.kind === "read" || (request.kind === "call" && !request.payload);
  const mayRefuse = request.media.shape === "object" || request.preferences.maxAffected !== null;
  const check = (result: StatementResult): void => checkResult(request, result);
  return {
    isReadOnly,
    estimate,
    check: mayRefuse && !isReadOnly ? check : undefined,
  };
}

function refuseBody(largest: number): never {
  throw restError("body_too_large", { message: `The body is larger than ${largest} bytes` });
}

/**
 * Identifies the caller by the bearer token, else by the API key, which is also a token. Throws
 * ApiError 401: `bad_jwt`, `token_expired`, PGRST302.
 */
async function identifyCaller(context: Context, identity: IdentityService): Promise<Caller> {
  const { req } = context;
  const token = bearerOf(context) ?? req.header("apikey") ?? req.query("apikey");
  if (!token) throw restError("PGRST302", { message: "Anonymous access is disabled" });
  return callerOf(context, await identity.verify(token));
}

const pack = promisify<string, ZlibOptions, Buffer<ArrayBuffer>>(gzip);

/** Below this size, compressing takes longer than it saves. */
const worthPacking = 16 * 1024;

/**
 * Returns the body, gzipped if it is large and the client accepts that, and adds the headers for
 * it.
 */
export async function packBody(
  { body, headers }: { body: string; headers: Record<string, string> },
  acceptEncoding: string | undefined,
) {
  if (body.length < worthPacking) return body;
  headers.Vary = "Accept-Encoding";
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding ?? "")) return body;
  headers["Content-Encoding"] = "gzip";
  return pack(body, { level: 4 });
}
