import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { noHooks } from "../hooks.ts";
import { createAdmission } from "../http/admission.ts";
import { createIdentity } from "../http/identity/index.ts";
import { openDatabase } from "../postgres/database.ts";
import { createAuthApi } from "./index.ts";

const siteUrl = "https://notes.test";
const unreachable = "postgres://stranger@127.0.0.1:1/nothing";
const database = openDatabase({ ownerUrl: unreachable, callerUrl: unreachable });
const identity = createIdentity({ jwtSecret: "a-secret-that-is-long-enough-for-hs256", siteUrl });
const log = pino({ level: "silent" });
const config = {
  name: "Notes",
  siteUrl,
  defaultCountry: "US",
  signup: "bootstrap",
  jwtSecret: "x".repeat(32),
} as const;
const deps = {
  config,
  database,
  hooks: noHooks,
  identity,
  log,
  admission: createAdmission(),
};
const api = createAuthApi(deps);
const coded = { "X-Supabase-Api-Version": "2024-01-01" };

afterAll(() => database.close());

function post(path: string, body: unknown, headers: Record<string, string> = coded) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return api.request(path, { method: "POST", body: text, headers });
}

describe("the auth API without its database", () => {
  it("answers a refresh with 503, so that the client keeps the session", async () => {
    const answer = await post("/token?grant_type=refresh_token", { refresh_token: "abc" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "unexpected_failure" });
    expect(answer.headers.get("Retry-After")).toBe("1");
  });

  it("answers a sign-in and GET user with 503", async () => {
    const signIn = await post("/token?grant_type=password", {
      email: "a@b.example",
      password: "x",
    });
    expect(signIn.status).toBe(503);
    const claims = {
      sub: "11111111-1111-4111-8111-111111111111",
      session_id: "22222222-2222-4222-8222-222222222222",
      role: "authenticated",
    };
    const authorization = `Bearer ${await identity.sign(claims, 60)}`;
    const user = await api.request("/user", { headers: { ...coded, authorization } });
    expect(user.status).toBe(503);
    expect(user.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("an error response", () => {
  it("has code, message and both headers for API version 2024-01-01", async () => {
    const answer = await api.request("/user", { headers: coded });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("x-sb-error-code")).toBe("no_authorization");
    expect(answer.headers.get("X-Supabase-Api-Version")).toBe("2024-01-01");
    expect(await answer.json()).toEqual({
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
  });

  it.each<Record<string, string>>([
    {},
    { "X-Supabase-Api-Version": "2023-12-31" },
    { "X-Supabase-Api-Version": "latest" },
  ])("has the older format for a request with headers %o", async (headers) => {
    const answer = await api.request("/user", { headers });
    expect(answer.headers.get("X-Supabase-Api-Version")).toBeNull();
    expect(await answer.json()).toEqual({
      code: 401,
      error_code: "no_authorization",
      msg: "This endpoint requires a valid Bearer token",
    });
  });

  it.each([
    ["/token", {}, 400, "invalid_credentials"],
    ["/token?grant_type=pkce", {}, 400, "invalid_credentials"],
    ["/token?grant_type=password", "{", 400, "bad_json"],
    ["/token?grant_type=password", "[]", 400, "validation_failed"],
    ["/token?grant_type=password", "", 400, "validation_failed"],
    ["/token?grant_type=password", { password: "x" }, 400, "validation_failed"],
    [
      "/token?grant_type=password",
      { email: "a@b.c", phone: "1", password: "x" },
      400,
      "validation_failed",
    ],
    ["/token?grant_type=password", { email: { $gt: "" }, password: "x" }, 400, "validation_failed"],
    ["/token?grant_type=refresh_token", {}, 400, "validation_failed"],
    ["/verify", { type: "signup" }, 400, "validation_failed"],
    ["/verify", { type: "fax", token_hash: "x" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token: "x" }, 400, "validation_failed"],
    ["/resend", { type: "signup" }, 400, "validation_failed"],
    ["/resend", { type: "sms", phone: "15551234567" }, 400, "validation_failed"],
    ["/signup", { email: "a@b.c", phone: "1", password: "secreta" }, 400, "validation_failed"],
    ["/otp", {}, 404, "not_found"],
    ["/token?grant_type=password", `"${"x".repeat(70_000)}"`, 413, "request_entity_too_large"],
  ])("for POST %s with %j has status %i and code %s", async (path, body, status, code) => {
    const answer = await post(path, body);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
  });

  it("does not reveal the cause of an unexpected failure", async () => {
    const fail = () => Promise.reject(new Error("secret detail"));
    const broken = createAuthApi({ ...deps, hooks: { ...noHooks, isFirstUser: fail } });
    const answer = await broken.request("/settings", { headers: coded });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret detail");
  });
});

describe("a user who follows a link while the database is down", () => {
  it("is redirected to the site with the error", async () => {
    const answer = await api.request("/verify?token=x&type=signup&redirect_to=/login");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toMatch(
      /^https:\/\/notes\.test\/login#error=server_error&/,
    );
  });
});

describe("a mail scanner", () => {
  it("does not use up a link with a HEAD request", async () => {
    const answer = await api.request("/verify?token=x&type=signup", { method: "HEAD" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("https://notes.test/");
  });
});
