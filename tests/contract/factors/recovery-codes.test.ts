import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { readMailsTo } from "#backend-tests/support/mail.ts";
import { type EnrolledFactor, enrolFactor } from "#backend-tests/support/second-factor.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let person: Person;
let factor: EnrolledFactor;

beforeAll(async () => {
  // Behind a trusted local proxy, so that the thief's address differs from the owner's.
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
  await createAdmin(server);
});
beforeEach(async () => {
  person = await createDealership(server);
  factor = await enrolFactor(person);
});
afterAll(() => server.stop());

/** A client with supabase-js's experimental API for recovery codes, in a session of the person. */
async function openClient(session?: { access_token: string; refresh_token: string }) {
  const client = createClient(server.url, server.anonKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  });
  const { error } = session
    ? await client.auth.setSession(session)
    : await client.auth.signInWithPassword({ email: person.email, password: person.password });
  if (error) throw error;
  return client;
}

/** The owner's client at aal2. */
async function proved() {
  const { data } = await person.client.auth.getSession();
  if (!data.session) throw new Error("No session");
  return openClient(data.session);
}

const levelOf = async (client: Person["client"]) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;

const stored = async () => [
  ...(await server.sql`select encode(c.code_hash, 'escape') as hash, c.used_at from private.recovery_codes c
    join private.recovery_sets s on s.id = c.set_id where s.user_id = ${person.id}`),
];

describe("a person who creates recovery codes", () => {
  test("sees ten codes once, and afterwards only how many are left", async () => {
    const client = await proved();
    const { data, error } = await client.auth.mfa.recoveryCodes.generate();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      type: "recovery_code",
      friendly_name: "Recovery codes",
      total: 10,
    });
    expect(new Set(data?.codes).size).toBe(10);
    const status = await client.auth.mfa.recoveryCodes.getStatus();
    expect(status.data).toEqual({ id: data?.id, type: "recovery_code", total: 10, remaining: 10 });
    const factors = await client.auth.mfa.listFactors();
    expect(factors.data?.recovery_code).toMatchObject([{ id: data?.id, status: "verified" }]);
    expect(factors.data?.totp).toHaveLength(1);
    const kept = JSON.stringify(await stored());
    for (const code of data?.codes ?? []) expect(kept).not.toContain(code);
  });

  test("needs an app first, and aal2", async () => {
    const other = await createDealership(server);
    const { data } = await other.client.auth.getSession();
    if (!data.session) throw new Error("No session");
    const without = await openClient(data.session);
    const sole = await without.auth.mfa.recoveryCodes.generate();
    expect(sole.error).toMatchObject({ status: 422, code: "mfa_recovery_codes_sole_factor" });
    const weak = await openClient();
    const refused = { status: 403, code: "insufficient_aal" };
    expect((await weak.auth.mfa.recoveryCodes.generate()).error).toMatchObject(refused);
    await (await proved()).auth.mfa.recoveryCodes.generate();
    expect((await weak.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject(refused);
    expect((await weak.auth.mfa.recoveryCodes.unenroll()).error).toMatchObject({
      code: "insufficient_aal",
    });
    expect(await stored()).toHaveLength(10);
  });

  test("has one set; a new one invalidates the old codes", async () => {
    const client = await proved();
    const { regenerate, generate, verify } = client.auth.mfa.recoveryCodes;
    expect((await regenerate()).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    const first = await generate({ friendlyName: "En la caja fuerte" });
    expect((await generate()).error).toMatchObject({ code: "mfa_verified_factor_exists" });
    const second = await regenerate();
    expect(second.data).toMatchObject({ id: first.data?.id, friendly_name: "En la caja fuerte" });
    expect(second.data?.codes.filter((code) => first.data?.codes.includes(code))).toEqual([]);
    const old = await verify({ code: first.data?.codes[0] ?? "" });
    expect(old.error).toMatchObject({ code: "mfa_verification_failed" });
    expect(await stored()).toHaveLength(10);
  });

  test("can remove them, and loses them with the last app", async () => {
    const client = await proved();
    const { recoveryCodes } = client.auth.mfa;
    const made = await recoveryCodes.generate();
    expect((await recoveryCodes.unenroll()).data).toEqual({ id: made.data?.id });
    expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: "mfa_factor_not_found" });
    await recoveryCodes.generate();
    await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(await stored()).toEqual([]);
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
  });
});

describe("a person who lost the phone", () => {
  test("signs in once with a code from paper; other aal1 sessions end, a mail is sent", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const [code = ""] = made.data?.codes ?? [];
    const weak = await openClient();
    const client = await openClient();
    const heard: string[] = [];
    client.auth.onAuthStateChange((event) => heard.push(event));
    const typed = (code.toUpperCase().match(/.{4}/g) ?? []).join("-");
    const { data, error } = await client.auth.mfa.recoveryCodes.verify({ code: typed });
    expect(error).toBeNull();
    expect(data?.expires_in).toBe(3600);
    expect(heard).toContain("MFA_CHALLENGE_VERIFIED");
    expect(await levelOf(client)).toMatchObject({
      currentLevel: "aal2",
      currentAuthenticationMethods: [{ method: "mfa/recovery_code" }, { method: "password" }],
    });
    expect((await weak.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const status = await client.auth.mfa.recoveryCodes.getStatus();
    expect(status.data).toMatchObject({ total: 10, remaining: 9 });
    const again = await client.auth.mfa.recoveryCodes.verify({ code });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const subjects = async () =>
      (await readMailsTo(server.dataDir, person.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain("Se usó un código de recuperación de tu cuenta");
  });

  test("can then remove the lost app and write with the password alone", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const client = await openClient();
    await client.auth.mfa.recoveryCodes.verify({ code: made.data?.codes[3] ?? "" });
    const rename = () =>
      client.from("profiles").update({ full_name: "Recuperada" }).eq("id", person.id);
    expect((await rename()).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await client.auth.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    expect((await rename()).error).toBeNull();
  });

  test("signs in once when many send one code concurrently", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const code = made.data?.codes[5] ?? "";
    const clients = await Promise.all([1, 2, 3].map(() => openClient()));
    const results = await Promise.all(
      clients.map(({ auth }) => auth.mfa.recoveryCodes.verify({ code })),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    expect((await stored()).filter(({ used_at }) => used_at !== null)).toHaveLength(1);
  });

  test("is limited after five wrong codes, and can still use the app's code", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const client = await openClient();
    const { verify } = client.auth.mfa.recoveryCodes;
    for (let guess = 0; guess < 5; guess += 1) {
      const { error } = await verify({ code: "0000-0000-0000-0000" });
      expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    }
    const locked = { status: 429, code: "mfa_recovery_codes_locked" };
    expect((await verify({ code: made.data?.codes[0] ?? "" })).error).toMatchObject(locked);
    expect((await client.auth.mfa.challenge({ factorId: factor.id })).error).toBeNull();
  });

  test("can use a recovery code after a thief has used up both kinds of guesses", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const thief = await openClient();
    const { data } = await thief.auth.getSession();
    const guess = (path: string, body: object) =>
      callAuth(server, path, {
        body,
        token: data.session?.access_token ?? "",
        headers: { "x-forwarded-for": "203.0.113.99" },
      });
    const challenge = await guess(`factors/${factor.id}/challenge`, {});
    const wrong = [
      () => guess("factors/recovery-codes/verify", { code: "0000-0000-0000-0000" }),
      () =>
        guess(`factors/${factor.id}/verify`, { challenge_id: challenge.body?.id, code: "000000" }),
    ];
    for (const attempt of wrong) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await attempt()).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    }
    const owner = await openClient();
    const [code = ""] = made.data?.codes ?? [];
    expect((await owner.auth.mfa.recoveryCodes.verify({ code })).error).toBeNull();
    expect(await levelOf(owner)).toMatchObject({ currentLevel: "aal2" });
  });

  test("cannot use another person's code", async () => {
    const made = await (await proved()).auth.mfa.recoveryCodes.generate();
    const stranger = await createDealership(server);
    await enrolFactor(stranger);
    const { data } = await stranger.client.auth.getSession();
    const answer = await callAuth(server, "factors/recovery-codes/verify", {
      token: data.session?.access_token ?? "",
      body: { code: made.data?.codes[0] },
    });
    expect([answer.status, answer.body?.code]).toEqual([422, "mfa_verification_failed"]);
    expect((await stored()).map(({ used_at }) => used_at)).toEqual(Array(10).fill(null));
  });
});
