import { Hono } from "hono";
import { type Level, pino } from "pino";
import { expect, it } from "vitest";
import { authError, renderError } from "./auth-error.ts";

/** Returns the response status of an error and the log lines that it causes. */
async function render(error: Error): Promise<{ status: number; lines: { level: Level }[] }> {
  const lines: { level: Level }[] = [];
  const formatters = { level: (level: string) => ({ level }) };
  const log = pino({ formatters }, { write: (line) => lines.push(JSON.parse(line)) });
  const app = new Hono();
  app.onError(renderError(log));
  app.get("/", () => {
    throw error;
  });
  return { status: (await app.request("/")).status, lines };
}

it("an unexpected error is logged with its request", async () => {
  const { status, lines } = await render(new Error("a bug"));
  expect(status).toBe(500);
  expect(lines).toMatchObject([{ level: "error", msg: "auth request failed" }]);
});

it("a request rejected under overload is not logged as an error", async () => {
  const { status, lines } = await render(authError("over_request_rate_limit", { status: 503 }));
  expect(status).toBe(503);
  expect(lines).toEqual([]);
});
