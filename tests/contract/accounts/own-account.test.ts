import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf, trySignIn } from "#backend-tests/support/accounts.ts";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createAdmin, createDealership } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
});
afterAll(() => server.stop());

function getUser(token: string) {
  return callAuth(server, "user", { method: "GET", token });
}

describe("a signed-in person", () => {
  test("reads their own account", async () => {
    const person = await createDealership(server);
    const { data, error } = await person.client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: person.id,
      email: person.email,
      phone: person.phone,
      user_metadata: { full_name: person.fullName },
    });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["email", "phone"]);
    expect(data.user?.factors).toBeUndefined();
  });

  test("changes the password: the old one, other sessions and links stop working", async () => {
    const person = await createDealership(server);
    const laptop = server.anonymous();
    await laptop.auth.signInWithPassword({ email: person.email, password: person.password });
    await server.sql`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${person.id}, 'recovery_token', 'x', ${person.email})`;

    const { error } = await person.client.auth.updateUser({ password: "nueva-clave" });
    expect(error).toBeNull();

    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await person.client.auth.refreshSession()).error).toBeNull();
    expect((await laptop.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    const left = await server.sql`select id from auth.one_time_tokens where user_id = ${person.id}`;
    expect(left).toEqual([]);
    const attempt = (password: string) =>
      server.anonymous().auth.signInWithPassword({ email: person.email, password });
    expect((await attempt(person.password)).error).toMatchObject({ code: "invalid_credentials" });
    expect((await attempt("nueva-clave")).error).toBeNull();
  });

  test("cannot choose the same, a short or an overlong password", async () => {
    const person = await createDealership(server);
    const change = async (password: string) =>
      (await person.client.auth.updateUser({ password })).error;
    expect(await change(person.password)).toMatchObject({ status: 422, code: "same_password" });
    expect(await change("cinco")).toMatchObject({ status: 422, code: "weak_password" });
    expect(await change("x".repeat(73))).toMatchObject({ status: 400, code: "validation_failed" });
    const { error } = await server
      .anonymous()
      .auth.signInWithPassword({ email: person.email, password: person.password });
    expect(error).toBeNull();
  });

  test("adds and removes metadata without gaining rights", async () => {
    const person = await createDealership(server);
    await person.client.auth.updateUser({ data: { theme: "oscuro", role: "admin" } });
    const { data } = await person.client.auth.updateUser({ data: { theme: null, city: "León" } });
    expect(data.user?.user_metadata).toEqual({
      full_name: person.fullName,
      role: "admin",
      city: "León",
    });
    const [profile] = await server.sql`select role from public.profiles where id = ${person.id}`;
    expect(profile).toEqual({ role: "concesionario" });
  });

  test("cannot write metadata too long for a token, nor app_metadata at all", async () => {
    const person = await createDealership(server);
    const token = await tokenOf(person);
    for (const text of ["x".repeat(5_000), "\0"]) {
      const answer = await callAuth(server, "user", {
        method: "PUT",
        token,
        body: { data: { text } },
      });
      expect([answer.status, answer.body?.code]).toEqual([400, "validation_failed"]);
    }
    await person.client.auth.updateUser({ data: { first: "x".repeat(3_000) } });
    const second = await person.client.auth.updateUser({ data: { second: "x".repeat(3_000) } });
    expect(second.error).toMatchObject({ code: "validation_failed" });
    await callAuth(server, "user", {
      method: "PUT",
      token,
      body: { app_metadata: { admin: true } },
    });
    const [row] =
      await server.sql`select raw_app_meta_data as app from auth.users where id = ${person.id}`;
    expect(row?.app).toEqual({ provider: "email", providers: ["email", "phone"] });
  });

  test("cannot exceed the metadata limit by concurrent changes; the session stays valid", async () => {
    const person = await createDealership(server);
    const token = await tokenOf(person);
    const changes = Array.from({ length: 12 }, (_, index) => ({ [index]: "x".repeat(3_000) }));
    const answers = await Promise.all(
      changes.map((data) => callAuth(server, "user", { method: "PUT", token, body: { data } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(400)]);
    const refreshed = await person.client.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await person.client.auth.updateUser({ data: { city: "León" } })).error).toBeNull();
  });

  test("can send their own address, but not another person's", async () => {
    const person = await createDealership(server);
    const own = await person.client.auth.updateUser({ email: person.email.toUpperCase() });
    expect(own.error).toBeNull();
    const other = await person.client.auth.updateUser({ email: "otra@example.com" });
    expect(other.error).toMatchObject({ status: 422, code: "validation_failed" });
    const [row] = await server.sql`select email from auth.users where id = ${person.id}`;
    expect(row).toEqual({ email: person.email });
  });

  test("cannot change the password without verifying the second factor", async () => {
    const person = await createDealership(server);
    await server.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
      values (gen_random_uuid(), ${person.id}, 'Teléfono', 'totp', 'verified')`;
    const { error } = await person.client.auth.updateUser({ password: "nueva-clave" });
    expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
    const { data } = await person.client.auth.getUser();
    expect(data.user?.factors).toMatchObject([{ factor_type: "totp", status: "verified" }]);
  });
});

describe("a person who was deactivated", () => {
  test("cannot use an unexpired token, even once reactivated, without a new sign-in", async () => {
    const person = await createDealership(server);
    const token = await tokenOf(person);
    await server.sql`update public.profiles set is_active = false where id = ${person.id}`;
    const read = await getUser(token);
    expect([read.status, read.body?.code]).toEqual([403, "user_banned"]);
    const write = await callAuth(server, "user", {
      method: "PUT",
      token,
      body: { password: "otra-clave" },
    });
    expect([write.status, write.body?.code]).toEqual([403, "user_banned"]);
    await server.sql`update public.profiles set is_active = true where id = ${person.id}`;
    const late = await getUser(token);
    expect([late.status, late.body?.code]).toEqual([403, "session_not_found"]);
    expect(await trySignIn(server, person)).toBe("signed in");
  });
});

describe("a request with a wrong token", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test("with alg none, another key or a changed body gets bad_jwt", async () => {
    const person = await createDealership(server);
    const token = await tokenOf(person);
    const [head = "", body = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const rsaHead = `${encode({ alg: "RS256", typ: "JWT" })}.${body}`;
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${body}.`,
      `${encode({ alg: "None", typ: "JWT" })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, role: "service_role" })}.${signature}`,
      `${head}.${body}.`,
      `${rsaHead}.${signBytes("sha256", Buffer.from(rsaHead), privateKey).toString("base64url")}`,
      "garbage",
    ];
    for (const attempt of forged) {
      const { status, body: refusal } = await getUser(attempt);
      expect([status, refusal?.code], attempt).toEqual([403, "bad_jwt"]);
    }
    expect((await getUser(token)).status).toBe(200);
  });

  test("that is the anon or service key gets bad_jwt", async () => {
    for (const key of [server.anonKey, server.serviceRoleKey]) {
      const { status, body } = await getUser(key);
      expect([status, body?.code]).toEqual([403, "bad_jwt"]);
    }
  });

  test("or without a token or API key gets an error that names it", async () => {
    const noToken = await callAuth(server, "user", {
      method: "GET",
      headers: { authorization: "" },
    });
    expect([noToken.status, noToken.body?.code]).toEqual([401, "no_authorization"]);
    const noKey = await fetch(`${server.url}/auth/v1/user`);
    expect(noKey.status).toBe(401);
    expect(await noKey.json()).toMatchObject({ message: "No API key found in request" });
  });
});

describe("a page on another origin", () => {
  test("can read error codes and page counts", async () => {
    const answer = await callAuth(server, "user", {
      method: "GET",
      headers: { origin: "https://elsewhere.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const exposed = answer.headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
    for (const name of ["x-supabase-api-version", "x-total-count", "link"]) {
      expect(exposed).toContain(name);
    }
    expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });
});
