import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function call(name: string, init: RequestInit & { token?: string } = {}) {
  const { token, ...rest } = init;
  return fetch(`${server.url}/functions/v1/${name}`, {
    method: "POST",
    body: "{}",
    ...rest,
    headers: {
      apikey: server.anonKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
}

describe("a call of a server function", () => {
  test("without an Authorization header is told so in the words of the specification", async () => {
    const answer = await call("request-access");
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: "Not authenticated" });
  });

  test("with a token that this site did not sign answers 401", async () => {
    const [head, body] = server.anonKey.split(".");
    const answer = await call("request-access", { token: `${head}.${body}.forged` });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: "Tu sesión ha caducado. Por favor, inicia sesión de nuevo.",
    });
  });

  test.each(["nothing", "server-function.ts", "..%2F..%2Fserver", "constructor", "__proto__"])(
    "by the unknown name %s answers 404",
    async (name) => {
      const answer = await call(name, { token: server.anonKey });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: "Esta función no existe." });
    },
  );

  test("by GET answers 404", async () => {
    const answer = await call("request-access", {
      method: "GET",
      body: null,
      token: server.anonKey,
    });
    expect(answer.status).toBe(404);
  });

  test("with a body over 64 kB answers 413", async () => {
    const body = JSON.stringify({ message: "x".repeat(70_000) });
    const answer = await call("request-access", { token: server.anonKey, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: "Los datos enviados son demasiado grandes." });
  });

  test.each(["", "not json", "[]", "null", '"text"'])(
    "with the body %j is a business failure, not a fault",
    async (body) => {
      const answer = await call("request-access", { token: server.anonKey, body });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    },
  );

  test("from another origin may read its answer", async () => {
    const answer = await call("request-access", { token: server.anonKey });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });
});
