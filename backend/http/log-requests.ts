import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import { connectionOf, isLeftMidway } from "./connection.ts";
import { currentRequestId, runInRequest } from "./log.ts";
import type { Metrics } from "./metrics.ts";

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

const kept = "pageRoute";

/** Says which page a request asks for, since the site's router alone knows its patterns. */
export function namePage(context: Context, pattern: string): void {
  context.set(kept, pattern);
}

/**
 * The pattern of what a request asked for, such as `/i/:publicSlug` or `/rest/v1/books`: never a
 * name, an id, a file or a query, which can be a person's.
 */
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
