import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { createBodyRooms, largestBodyOf } from "#api/http/body-room.ts";
import { createBodyTurns } from "#api/http/body-turns.ts";
import { connectionOf } from "#api/http/connection.ts";
import type { IdentityService } from "#api/identity/index.ts";
import type { CallerStatementOptions } from "#api/postgres/caller-statement.ts";
import type { Caller, Database } from "#api/postgres/database.ts";
import { identifyCaller } from "./identify-caller.ts";
import type { RestRequest } from "./parse/parse-request.ts";
import { readHttpRequest } from "./parse/read-http-request.ts";
import { createPrepareRequest } from "./prepare-request.ts";
import { createAnswerRooms } from "./respond/answer-room.ts";
import { packBody } from "./respond/pack-body.ts";
import { renderError, toRestError } from "./respond/render-error.ts";
import { checkResult, renderResult } from "./respond/render-result.ts";
import { restError } from "./rest-error.ts";
import { keepSchemaCache } from "./schema-cache/schema-cache-keeper.ts";
import type { StatementResult } from "./sql/write-statement.ts";

export type RestDeps = { database: Database; identity: IdentityService; log: Logger };

/** `start` reads the schema and listens for its changes; without it the first request does. */
export type RestApi = { app: Hono<RestEnv>; start(): Promise<void>; stop(): Promise<void> };

type RestEnv = { Variables: { caller: Caller } };

const largestBody = 2 * 1024 * 1024;

const writes = ["POST", "PATCH", "DELETE"];

/** Tables and functions of schema public over HTTP, as PostgREST v17 serves them to supabase-js (contract.md, /rest/v1). */
export function createRestApi({ database, identity, log }: RestDeps): RestApi {
  const schema = keepSchemaCache(database, log);
  const prepare = createPrepareRequest();
  const rooms = createAnswerRooms();
  const claimBody = createBodyRooms(bodiesFull);
  const takeBodyTurn = createBodyTurns(bodiesFull);
  const app = new Hono<RestEnv>();

  app.use("/*", async (context, next) => {
    context.set("caller", await identifyCaller(context, identity));
    return next();
  });
  app.on(writes, "/*", async (context, next) => {
    const caller = context.get("caller");
    const largest = largestBodyOf(caller, largestBody);
    claimBody(context, caller, largest);
    return bodyLimit({ maxSize: largest, onError: () => refuseBody(largest) })(context, next);
  });
  app.delete("/*", async (context, next) => {
    // It means nothing, but is refused where it is too large.
    await context.req.text();
    return next();
  });
  app.all("/*", async (context) => {
    const caller = context.get("caller");
    const { role } = caller.identity;
    const response = connectionOf(context)?.outgoing;
    const http = readHttpRequest(context, ({ length }) =>
      takeBodyTurn(caller.client, length, response),
    );
    const prepared = await prepare(http, role, await schema.current());
    const { request, plan, statement } = prepared;
    const result = await database.callerStatement(caller, statement, optionsFor(request));
    const answer = renderResult({ request, plan, result });
    if (answer.body === null) return context.body(null, answer.status, answer.headers);
    const claim = role === "anon" ? rooms.visitors : rooms.people;
    if (response && caller.client !== null) {
      claim({ bytes: answer.body.length, response, client: caller.client });
    }
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

/** A read has nothing to take back, so it need not wait for the check before it commits. */
function optionsFor(request: RestRequest): CallerStatementOptions<StatementResult> {
  const isReadOnly = request.kind === "read" || (request.kind === "call" && !request.payload);
  const mayRefuse = request.media.shape === "object" || request.preferences.maxAffected !== null;
  const check = (result: StatementResult): void => checkResult(request, result);
  return { isReadOnly, check: mayRefuse && !isReadOnly ? check : undefined };
}

/** The rest of the body is not read, so the connection cannot be used again. */
function refuseBody(largest: number): never {
  throw restError("body_too_large", {
    message: `The body is larger than ${largest} bytes`,
    headers: { Connection: "close" },
  });
}

function bodiesFull() {
  return restError("bodies_full", {
    message: "Too many large requests are under way",
    hint: "Send fewer rows at a time.",
    headers: { "Retry-After": "2" },
  });
}
