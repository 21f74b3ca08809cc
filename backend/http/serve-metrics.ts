import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Metrics } from "./metrics.ts";

/**
 * GET /metrics for whoever brings METRICS_TOKEN as bearer. Without the setting, or without a token,
 * there is nothing here: a visitor learns not even that there could be. A wrong token is told, for
 * that is an operator's mistake.
 */
export function serveMetrics(metrics: Metrics, token: string | undefined) {
  return async (context: Context): Promise<Response> => {
    const given = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    if (token === undefined || given === undefined) return context.text("Not found", 404);
    if (!isSame(given, token)) return context.text("Wrong token", 401);
    const { type, text } = await metrics.render();
    return context.body(text, 200, { "Content-Type": type, "Cache-Control": "no-store" });
  };
}

/** Takes the same time wherever they differ. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
