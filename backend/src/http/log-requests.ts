import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import { connectionOf, isLeftMidway } from "./client-address.ts";
import { currentRequestId, runInRequest } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const slowMs = 2_000;
const header = "X-Request-Id";

/** nginx's "client closed request": nobody sees it but whoever reads the log. */
const leftMidway = 499;

/** A request that has been answered; `started` as `performance.now` gives it. */
type AnsweredRequest = {
  requestId: string;
  method: string;
  route: string;
  status: number;
  started: number;
};

/** Counts an answered request of somebody outside, and writes its line. */
export type RequestLog = (request: AnsweredRequest, isInside?: boolean) => void;

/** One line a request: method, pattern of the route, status, time. */
export function createRequestLog(log: Logger, metrics: Metrics): RequestLog {
  return ({ started, ...request }, isInside = false) => {
    const { route, status } = request;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    if (!isInside) metrics.requestAnswered(route, status, ms / 1000);
    log[levelOf(status, ms, isInside)]({ ...request, ms }, "request");
  };
}

/**
 * Gives each request an id and a line; whoever left in the middle of a body has 499. What is asked
 * in process belongs to the request that caused it, and has its line only at level debug.
 */
export function logRequests(requestLog: RequestLog): MiddlewareHandler {
  return async (context, next) => {
    const outer = currentRequestId();
    const requestId = outer ?? idOfRequest(context.req.header(header));
    const started = performance.now();
    await runInRequest(requestId, next);
    context.res.headers.set(header, requestId);
    const status = isLeftMidway(context) ? leftMidway : context.res.status;
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

/** The id that a proxy made, or a new one: else it could be a person's. */
export function idOfRequest(given: string | undefined): string {
  return given !== undefined && /^[0-9a-f-]{16,36}$/i.test(given) ? given : randomUUID();
}

const kept = "pageRoute";

/** Says which page a request asks for, since the site's router alone knows its patterns. */
export function namePage(context: Context, pattern: string): void {
  context.set(kept, pattern);
}

/** The pattern of what was asked for: never a name, an id or a query, which can be a person's. */
function describeRoute(context: Context, status: number): string {
  const page: unknown = context.get(kept);
  if (typeof page === "string") return page;
  const pattern = routePath(context);
  if (pattern === "/*" || pattern === "*") return fileRoute(context.req.path);
  return status === 404 ? pattern : withOurNames(pattern, context.req.path);
}

/** Names of tables and functions are ours, as long as they were found. */
function withOurNames(pattern: string, path: string): string {
  if (pattern === "/rest/v1/*") return /^\/rest\/v1\/(rpc\/)?[a-z_]+$/.test(path) ? path : pattern;
  if (pattern === "/functions/v1/:name")
    return /^\/functions\/v1\/[a-z-]+$/.test(path) ? path : pattern;
  return pattern;
}

function fileRoute(path: string): string {
  return path.startsWith("/assets/") ? "/assets/*" : "/*";
}
