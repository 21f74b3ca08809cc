import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import {
  codeOf,
  enrolFactor,
  nextCode,
  wrongCodeOf,
} from "#backend-tests/support/second-factor.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
});
beforeEach(async () => {
  person = await createDealership(server);
});
afterAll(() => server.stop());

async function signIn({ email, password }: Person) {
  const client = server.anonymous();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token, session: data.session };
}

const claimsOf = (token = "") =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

const sessionOf = async ({ client }: Pick<Person, "client">) =>
  (await client.auth.getSession()).data.session;

const enroll = (client: Person["client"], friendlyName: string) =>
  client.auth.mfa.enroll({ factorType: "totp", friendlyName });

const secretsOf = async () => [
  ...(await server.sql`select secret from auth.mfa_factors where user_id = ${person.id}`),
];

describe("a person who enrols an authenticator app", () => {
  test("gets a QR code as SVG, the secret, and a URI with product and account name", async () => {
    const { data, error } = await enroll(person.client, "Mi teléfono");
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Mi teléfono" });
    const { qr_code, secret, uri } = data?.totp ?? {};
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri ?? "");
    expect(address.protocol + address.host).toBe("otpauth:totp");
    expect(decodeURIComponent(address.pathname)).toBe(`/Vitrina:${person.email}`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ issuer: "Vitrina", secret });
  });

  test("stays at aal1 until the first code, and is at aal2 with it", async () => {
    const { data } = await enroll(person.client, "Mi teléfono");
    const before = await person.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    expect((await person.client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: data?.id, status: "unverified", factor_type: "totp" }],
      totp: [],
    });

    const heard: [string, string | undefined][] = [];
    person.client.auth.onAuthStateChange((event, session) => {
      heard.push([event, session?.access_token]);
    });
    const challenge = await person.client.auth.mfa.challenge({ factorId: data?.id ?? "" });
    expect(challenge.data).toMatchObject({ type: "totp" });
    const left = (challenge.data?.expires_at ?? 0) - Date.now() / 1000;
    expect(left).toBeGreaterThan(290);
    expect(left).toBeLessThanOrEqual(301);
    const verified = await person.client.auth.mfa.verify({
      factorId: data?.id ?? "",
      challengeId: challenge.data?.id ?? "",
      code: codeOf(data?.totp.secret ?? ""),
    });
    expect(verified.error).toBeNull();

    const session = await sessionOf(person);
    expect(session?.access_token).toBe(verified.data?.access_token);
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3_590);
    expect(heard).toContainEqual(["MFA_CHALLENGE_VERIFIED", session?.access_token]);
    expect(claimsOf(session?.access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    const after = await person.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: data?.id, friendly_name: "Mi teléfono", status: "verified" },
    ]);
    const refreshed = await person.client.auth.refreshSession();
    expect(claimsOf(refreshed.data.session?.access_token).aal).toBe("aal2");
    expect(refreshed.data.user?.factors).toMatchObject([{ id: data?.id }]);
  });

  test("is signed out elsewhere by the first code, and old refresh tokens stop working", async () => {
    const laptop = await signIn(person);
    const before = await sessionOf(person);
    await enrolFactor(person);
    expect((await laptop.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const body = { refresh_token: before?.refresh_token };
    const copy = await callAuth(server, "token?grant_type=refresh_token", { body });
    expect([copy.status, copy.body?.code]).toEqual([400, "refresh_token_not_found"]);
    expect((await person.client.auth.getUser()).error).toBeNull();
  });

  test("gets a mail about the new app", async () => {
    await enrolFactor(person);
    const mails =
      await server.sql`select template from private.outgoing_mail where recipient = ${person.email}`;
    expect([...mails]).toEqual([{ template: "second-factor-changed" }]);
  });

  test("has an unreadable secret in the database; GoTrue's plain secrets still work", async () => {
    const { data } = await enroll(person.client, "Mi teléfono");
    const { id = "", totp } = data ?? {};
    const [row] = await secretsOf();
    expect(JSON.parse(row?.secret)).toMatchObject({
      alg: "aes-gcm-hkdf",
      key_id: expect.stringMatching(/^vitrina-/),
    });
    expect(row?.secret).not.toContain(totp?.secret ?? "?");
    await server.sql`update auth.mfa_factors set secret = ${totp?.secret ?? ""} where id = ${id}`;
    const code = codeOf(totp?.secret ?? "");
    const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: id, code });
    expect(verified.error).toBeNull();
  });

  test("cannot reuse a name, have eleven factors or enrol a phone", async () => {
    expect((await enroll(person.client, "Uno")).error).toBeNull();
    expect((await enroll(person.client, "Uno")).error).toMatchObject({
      status: 422,
      code: "mfa_factor_name_conflict",
    });
    for (let number = 2; number <= 10; number += 1) {
      expect((await enroll(person.client, `Número ${number}`)).error).toBeNull();
    }
    expect((await enroll(person.client, "Once")).error).toMatchObject({
      status: 422,
      code: "too_many_enrolled_mfa_factors",
    });
    const phone = await person.client.auth.mfa.enroll({ factorType: "phone", phone: "+15550100" });
    expect(phone.error).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await secretsOf()).toHaveLength(10);
  });

  test("can enrol again under the same name after a five-minute delay", async () => {
    const { data } = await enroll(person.client, "Mi teléfono");
    await server.sql`update auth.mfa_factors set created_at = now() - interval '301 seconds' where id = ${data?.id ?? ""}`;
    const late = await person.client.auth.mfa.challenge({ factorId: data?.id ?? "" });
    expect(late.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await person.client.auth.getUser()).data.user?.factors).toBeUndefined();
    expect((await enroll(person.client, "Mi teléfono")).error).toBeNull();
  });

  test("a visitor cannot enrol, and no session is left behind", async () => {
    const { status, body } = await callAuth(server, "factors", { body: { factor_type: "totp" } });
    expect([status, body?.code]).toEqual([403, "bad_jwt"]);
  });
});

describe("a person with a factor who signs in", () => {
  test("is at aal1 with aal2 as next level, and at aal2 after the code", async () => {
    const factor = await enrolFactor(person);
    const { client, token } = await signIn(person);
    expect(claimsOf(token).aal).toBe("aal1");
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const code = await nextCode(server, factor);
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(verified.error).toBeNull();
    expect(claimsOf(verified.data?.access_token).aal).toBe("aal2");
    expect((await person.client.auth.getUser()).error).toBeNull();
  });

  test("can be one time step off, but not two", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    const attempt = async (steps: number) => {
      await nextCode(server, factor);
      const code = codeOf(factor.secret, steps);
      return client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    };
    for (const steps of [-3, 3]) {
      expect((await attempt(steps)).error).toMatchObject({
        status: 422,
        code: "mfa_verification_failed",
      });
    }
    // A step may end between the code and its arrival; one of the two is always within tolerance.
    const results = [await attempt(-1), await attempt(1)];
    expect(results.filter(({ error }) => error === null).length).toBeGreaterThanOrEqual(1);
  });

  test("cannot enrol a second app at aal1, and can at aal2", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    expect((await enroll(client, "Otro")).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    const code = await nextCode(server, factor);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect((await enroll(client, "Otro")).error).toBeNull();
  });

  test("can change password and data only at aal2, and other sessions end", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    for (const change of [{ password: "otra-clave" }, { data: { theme: "dark" } }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: "insufficient_aal",
      });
    }
    const code = await nextCode(server, factor);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect((await client.auth.updateUser({ password: "otra-clave" })).error).toBeNull();
    expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("cannot use the token from before the code", async () => {
    const factor = await enrolFactor(person);
    const { client, token } = await signIn(person);
    const code = await nextCode(server, factor);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    const body = { password: "otra-clave" };
    const change = await callAuth(server, "user", { method: "PUT", token, body });
    expect([change.status, change.body?.code]).toEqual([401, "insufficient_aal"]);
    const removal = await callAuth(server, `factors/${factor.id}`, { method: "DELETE", token });
    expect([removal.status, removal.body?.code]).toEqual([422, "insufficient_aal"]);
  });
});

describe("a person who removes a factor", () => {
  test("needs aal2, and is at aal1 without a factor", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    const refused = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(refused.error).toMatchObject({ status: 422, code: "insufficient_aal" });
    expect(await secretsOf()).toHaveLength(1);
    const removed = await person.client.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.data).toEqual({ id: factor.id });
    const { data } = await person.client.auth.refreshSession();
    expect(claimsOf(data.session?.access_token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    expect(data.user?.factors).toBeUndefined();
    expect((await person.client.auth.updateUser({ password: "otra-clave" })).error).toBeNull();
  });

  test("can remove an unverified app at aal1", async () => {
    const { data } = await enroll(person.client, "Mi teléfono");
    const removed = await person.client.auth.mfa.unenroll({ factorId: data?.id ?? "" });
    expect(removed.error).toBeNull();
    expect(await secretsOf()).toEqual([]);
  });

  test("keeps aal2 from another factor, and loses that from the removed one", async () => {
    const first = await enrolFactor(person, "Viejo");
    const second = await enrolFactor(person, "Nuevo");
    const tablet = await signIn(person);
    const code = await nextCode(server, first);
    await tablet.client.auth.mfa.challengeAndVerify({ factorId: first.id, code });
    const read = () => tablet.client.from("profiles").select("id").eq("id", person.id);
    expect((await read()).data).toEqual([{ id: person.id }]);
    await person.client.auth.mfa.unenroll({ factorId: first.id });
    expect(await read()).toMatchObject({ status: 401, data: null });
    const levelOf = async (client: Person["client"]) =>
      claimsOf((await client.auth.refreshSession()).data.session?.access_token).aal;
    expect(await levelOf(person.client)).toBe("aal2");
    expect(await levelOf(tablet.client)).toBe("aal1");
    expect((await read()).data).toEqual([{ id: person.id }]);
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: second.id },
    ]);
  });
});

describe("threat 25: codes that are guessed, reused or meant for another person", () => {
  test("a code works once across sessions and processes, even concurrently", async () => {
    const factor = await enrolFactor(person);
    const code = await nextCode(server, factor);
    const clients = await Promise.all([1, 2, 3, 4].map(() => signIn(person)));
    const results = await Promise.all(
      clients.map(({ client }) =>
        client.auth.mfa.challengeAndVerify({ factorId: factor.id, code }),
      ),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    const later = await signIn(person);
    const replay = await later.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(replay.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    expect(claimsOf((await sessionOf({ client: later.client }))?.access_token).aal).toBe("aal1");
  });

  test("an older code is refused after a newer one", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    await server.sql`update private.factor_steps set step = step + 5 where factor_id = ${factor.id}`;
    const code = codeOf(factor.secret);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(error).toMatchObject({ code: "mfa_verification_failed" });
  });

  test("a guesser has five attempts; then even the right code is refused", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    const wrong = wrongCodeOf(factor.secret);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: wrong }),
      ),
    );
    const codes = guesses.map(({ error }) => `${error?.status} ${error?.code}`).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => "422 mfa_verification_failed"),
      ...Array.from({ length: 7 }, () => "429 over_request_rate_limit"),
    ]);
    const code = await nextCode(server, factor);
    const right = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(right.error).toMatchObject({ status: 429 });
    const other = await createDealership(server);
    await enrolFactor(other);
  });

  test("a right code resets the count of wrong ones", async () => {
    const factor = await enrolFactor(person);
    const { client } = await signIn(person);
    const wrong = wrongCodeOf(factor.secret);
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) {
        await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: wrong });
      }
      const code = await nextCode(server, factor);
      const right = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
      expect(right.error).toBeNull();
    }
  });

  test("another person's factor and challenge return not found", async () => {
    const factor = await enrolFactor(person);
    const challenge = await person.client.auth.mfa.challenge({ factorId: factor.id });
    const stranger = await createDealership(server);
    const own = await enrolFactor(stranger);
    const { mfa } = stranger.client.auth;
    const code = await nextCode(server, factor);
    const challengeId = challenge.data?.id ?? "";
    const attempts = await Promise.all([
      mfa.challenge({ factorId: factor.id }),
      mfa.verify({ factorId: factor.id, challengeId, code }),
      mfa.verify({ factorId: own.id, challengeId, code: await nextCode(server, own) }),
      mfa.unenroll({ factorId: factor.id }),
      mfa.challenge({ factorId: "no-es-un-id" }).catch((error: unknown) => ({ error })),
    ]);
    const missing = { status: 404, code: "mfa_factor_not_found" };
    for (const { error } of attempts.slice(0, 4)) expect(error).toMatchObject(missing);
    const odd = await callAuth(server, "factors/no-es-un-id/challenge", {
      token: (await sessionOf(stranger))?.access_token ?? "",
    });
    expect([odd.status, odd.body?.code]).toEqual([404, "mfa_factor_not_found"]);
    const verified = await person.client.auth.mfa.verify({
      factorId: factor.id,
      challengeId,
      code,
    });
    expect(verified.error).toBeNull();
  });

  test("a challenge expires after five minutes, and after one answer", async () => {
    const factor = await enrolFactor(person);
    const { mfa } = person.client.auth;
    const late = (await mfa.challenge({ factorId: factor.id })).data?.id ?? "";
    await server.sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${late}`;
    const answer = async (challengeId: string) =>
      mfa.verify({ factorId: factor.id, challengeId, code: await nextCode(server, factor) });
    const expired = { status: 422, code: "mfa_challenge_expired" };
    expect((await answer(late)).error).toMatchObject(expired);
    const fresh = (await mfa.challenge({ factorId: factor.id })).data?.id ?? "";
    expect((await answer(fresh)).error).toBeNull();
    expect((await answer(fresh)).error).toMatchObject(expired);
  });

  test("a malformed code gets a validation error", async () => {
    const factor = await enrolFactor(person);
    const token = (await sessionOf(person))?.access_token ?? "";
    const challenge = await person.client.auth.mfa.challenge({ factorId: factor.id });
    const send = async (body: unknown) => {
      const answer = await callAuth(server, `factors/${factor.id}/verify`, { token, body });
      return [answer.status, answer.body?.code];
    };
    const challenge_id = challenge.data?.id;
    expect(await send({ challenge_id, code: "" })).toEqual([400, "validation_failed"]);
    expect(await send({ challenge_id: "x", code: "123456" })).toEqual([400, "validation_failed"]);
    for (const code of ["12345", "1234567", "abcdef", "١٢٣٤٥٦"]) {
      expect(await send({ challenge_id, code })).toEqual([422, "mfa_verification_failed"]);
    }
  });
});
