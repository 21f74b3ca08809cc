import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import { connectionOf, isClientGone } from "./client-address.ts";
import { currentRequestId, runInRequest } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const slowMs = 2_000;
const header = "X-Request-Id";

/** nginx's "client closed request"; it only appears in the log. */
const leftMidway = 499;

/** A request that has been answered. `started` is a `performance.now()` value. */
type AnsweredRequest = {
  requestId: string;
  method: string;
  route: string;
  status: number;
  started: number;
};

/** Logs an answered request and, if it came from outside, counts it in the metrics. */
export type RequestLog = (request: AnsweredRequest, isInside?: boolean) => void;

/** One line per request: method, route pattern, status, time. */
export function createRequestLog(log: Logger, metrics: Metrics): RequestLog {
  return ({ started, ...request }, isInside = false) => {
    const { route, status } = request;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    if (!isInside) metrics.requestAnswered(route, status, ms / 1000);
    log[levelOf(status, ms, isInside)]({ ...request, ms }, "request");
  };
}

/**
 * Gives each request an id and a log line; a client that disconnected mid-body gets 499. An
 * in-process request shares the id of the request that caused it and is logged at debug level.
 */
export function logRequests(requestLog: RequestLog): MiddlewareHandler {
  return async (context, next) => {
    const outer = currentRequestId();
    const requestId = outer ?? idOfRequest(context.req.header(header));
    const started = performance.now();
    await runInRequest(requestId, next);
    context.res.headers.set(header, requestId);
    const status = isClientGone(context) ? leftMidway : context.res.status;
    const route = describeRoute(context, status);
    const isInside = outer !== undefined || !connectionOf(context);
    requestLog({ requestId, method: context.req.method, route, status, started }, isInside);
  };
}

function levelOf(status: number, ms: number, isInside: boolean) {
  if (status >= 500) return "error";
  if (ms > slowMs) return "warn";
  return isInside ? "debug" : "info";
}

/**
 * The id from the proxy if it is well-formed, else a new one: any other text could be personal
 * data.
 */
export function idOfRequest(given: string | undefined): string {
  return given !== undefined && /^[0-9a-f-]{16,36}$/i.test(given) ? given : randomUUID();
}

const kept = "pageRoute";

/** Names the page for the request log, since only the site's router knows the patterns. */
export function namePage(context: Context, pattern: string): void {
  context.set(kept, pattern);
}

/** The route pattern. Never a name, id or query, which could be personal data. */
function describeRoute(context: Context, status: number): string {
  const page: unknown = context.get(kept);
  if (typeof page === "string") return page;
  const pattern = routePath(context);
  if (pattern === "/*" || pattern === "*") return fileRoute(context.req.path);
  return status === 404 ? pattern : withOurNames(pattern, context.req.path);
}

/** Names of tables and functions are ours, provided that they were found. */
function withOurNames(pattern: string, path: string): string {
  if (pattern === "/rest/v1/*") return /^\/rest\/v1\/(rpc\/)?[a-z_]+$/.test(path) ? path : pattern;
  if (pattern === "/functions/v1/:name")
    return /^\/functions\/v1\/[a-z-]+$/.test(path) ? path : pattern;
  return pattern;
}

function fileRoute(path: string): string {
  return path.startsWith("/assets/") ? "/assets/*" : "/*";
}
