import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

/** One line a request that failed on our side or was slow: method, path without its query, status, time. No personal data. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - started);
    const { status } = context.res;
    if (status < 500 && milliseconds < slowMs) return;
    const request = { method: context.req.method, path: context.req.path, status, milliseconds };
    log[status >= 500 ? "error" : "warn"](
      { ...request, requestId: context.get("requestId") },
      "request",
    );
  };
}

const slowMs = 2_000;
