import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { makeInquiry } from "#tests/support/leads.ts";
import { createAdmin, type Person } from "#tests/support/people.ts";
import { makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createAdmin(server);
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
  test("without an Authorization header gets 401 and 'Not authenticated'", async () => {
    const answer = await call("request-access");
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: "Not authenticated" });
  });

  test("with a token of another site gets 401", async () => {
    const [head, body] = server.anonKey.split(".");
    const answer = await call("request-access", { token: `${head}.${body}.forged` });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: "Tu sesión ha caducado. Por favor, inicia sesión de nuevo.",
    });
  });

  test.each(["nothing", "server-function.ts", "..%2F..%2Fserver", "constructor", "__proto__"])(
    "by the unknown name %s gets 404",
    async (name) => {
      const answer = await call(name, { token: server.anonKey });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: "Esta función no existe." });
    },
  );

  test("by GET gets 404", async () => {
    const answer = await call("request-access", {
      method: "GET",
      body: null,
      token: server.anonKey,
    });
    expect(answer.status).toBe(404);
  });

  test("with a body over 64 kB gets 413", async () => {
    const body = JSON.stringify({ message: "x".repeat(70_000) });
    const answer = await call("request-access", { token: server.anonKey, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: "Los datos enviados son demasiado grandes." });
  });

  test.each(["", "not json", "[]", "null", '"text"'])(
    "with the body %j gets a validation error, not a server error",
    async (body) => {
      const answer = await call("request-access", { token: server.anonKey, body });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    },
  );

  const wrongKinds: [name: string, body: unknown][] = [
    ["request-access", { account_type: "admin" }],
    ["request-access", { message: 5 }],
    ["send-lead-notification", { company: 0 }],
    ["send-lead-notification", { message: [], phone: {} }],
    ["send-referral-notification", { company: null }],
    ["decode-vin", { vin: 5 }],
    ["create-user-by-admin", { dealershipId: {} }],
    ...[
      "create-salesperson",
      "create-user-by-admin",
      "decode-vin",
      "manage-access-request",
      "request-access",
      "send-lead-notification",
      "send-referral-notification",
      "update-user-email-by-admin",
      "update-user-password-by-admin",
      "verify-custom-domain",
    ].map((name): [string, unknown] => [name, []]),
  ];

  test.each(wrongKinds)(
    "of %s with the body %j gets a Spanish validation error",
    async (name, wrong) => {
      const complete = {
        ...makeInquiry(admin),
        ...makeAccessRequest(),
        fullName: "Ana",
        role: "vendedor",
        referrerName: "Ana",
        referrerPhone: "3055550123",
        referredName: "Luis",
        referredPhone: "3055550124",
      };
      const body = JSON.stringify(
        Array.isArray(wrong) ? wrong : { ...complete, ...(wrong as object) },
      );
      const answer = await call(name, { token: await tokenOf(admin), body });
      const { error } = (await answer.json()) as { error: string };
      expect(answer.status).toBe(name.startsWith("send-") ? 400 : 200);
      expect(error).toMatch(/ (son|es|pudo|Escribe) /);
      expect(error).not.toMatch(/Invalid|expected/);
    },
  );

  test("from another origin can read its answer", async () => {
    const answer = await call("request-access", { token: server.anonKey });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });
});
