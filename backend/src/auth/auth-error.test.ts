import { Hono } from "hono";
import { type Level, pino } from "pino";
import { expect, it } from "vitest";
import { authError, renderError } from "./auth-error.ts";

/** What the log says of an error, and the status of its answer. */
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

it("an operator finds what failed in the log, with the request", async () => {
  const { status, lines } = await render(new Error("a bug"));
  expect(status).toBe(500);
  expect(lines).toMatchObject([{ level: "error", msg: "auth request failed" }]);
});

it("a visitor who is refused for want of room fills no log", async () => {
  const { status, lines } = await render(authError("over_request_rate_limit", { status: 503 }));
  expect(status).toBe(503);
  expect(lines).toEqual([]);
});
