import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { connectionOf, isLeftMidway } from "./connection.ts";
import { describeRoute } from "./describe-route.ts";
import type { Metrics } from "./metrics.ts";
import { currentRequestId, runInRequest } from "./request-scope.ts";

const slowMs = 2_000;
const header = "X-Request-Id";

/** nginx's "client closed request": nobody sees it but whoever reads the log. */
const leftMidway = 499;

/**
 * Gives each request an id, which the answer and every line of the log about it carry, and writes
 * one line when it is answered: method, pattern of the route, status, time. Whoever left in the
 * middle of a body has 499. A proxy may give the id. What a page or a function asks of the api in
 * process belongs to the request that caused it, and has a line of its own only at level debug.
 */
export function logRequests(log: Logger, metrics: Metrics): MiddlewareHandler {
  return async (context, next) => {
    const outer = currentRequestId();
    const requestId = outer ?? readId(context) ?? randomUUID();
    const started = performance.now();
    await runInRequest(requestId, next);
    context.res.headers.set(header, requestId);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const status = isLeftMidway(context) ? leftMidway : context.res.status;
    const route = describeRoute(context, status);
    const isInside = outer !== undefined || !connectionOf(context);
    if (!isInside) metrics.requestAnswered(route, status, ms / 1000);
    log[levelOf(status, ms, isInside)](
      { requestId, method: context.req.method, route, status, ms },
      "request",
    );
  };
}

function levelOf(
  status: number,
  ms: number,
  isInside: boolean,
): "error" | "warn" | "info" | "debug" {
  if (status >= 500) return "error";
  if (ms > slowMs) return "warn";
  return isInside ? "debug" : "info";
}

/** An id that a proxy made; anything else could be a person's. */
function readId(context: Context): string | undefined {
  const given = context.req.header(header);
  return given !== undefined && /^[0-9a-f-]{16,36}$/i.test(given) ? given : undefined;
}
