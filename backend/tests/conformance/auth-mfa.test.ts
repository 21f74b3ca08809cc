import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { codeOf, enrolFactor, nextCode, wrongCodeOf } from "../support/second-factor.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let person: Account;

beforeAll(async () => {
  server = await startNotesServer();
  person = await createAccount(server);
});
afterAll(() => server.stop());

const mfa = () => person.client.auth.mfa;

describe("auth-js, GoTrueClient: the second factor", () => {
  test("is enrolled with a QR code, listed when verified, and gives aal2", async () => {
    expect((await mfa().getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const heard: string[] = [];
    person.client.auth.onAuthStateChange((event) => void heard.push(event));
    const { data } = await mfa().enroll({ factorType: "totp", friendlyName: "watch" });
    expect(data).toMatchObject({
      type: "totp",
      friendly_name: "watch",
      totp: { uri: expect.stringMatching(/^otpauth:\/\/totp\//) },
    });
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml/);
    const factorId = data?.id ?? "";
    const before = (await mfa().listFactors()).data;
    expect([before?.all.length, before?.totp]).toEqual([1, []]);
    const challenge = await mfa().challenge({ factorId });
    expect(challenge.data).toMatchObject({
      id: expect.any(String),
      expires_at: expect.any(Number),
    });
    const challengeId = challenge.data?.id ?? "";
    const secret = data?.totp.secret ?? "";
    const wrong = await mfa().verify({ factorId, challengeId, code: wrongCodeOf(secret) });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const right = await mfa().verify({ factorId, challengeId, code: codeOf(secret) });
    expect(right.error).toBeNull();
    expect(heard).toContain("MFA_CHALLENGE_VERIFIED");
    expect((await mfa().listFactors()).data?.totp).toMatchObject([
      { id: factorId, status: "verified" },
    ]);
    const level = await mfa().getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect(
      level.data?.currentAuthenticationMethods.map((entry) =>
        typeof entry === "string" ? entry : entry.method,
      ),
    ).toEqual(expect.arrayContaining(["password", "totp"]));
  });

  test("is required for aal2 at the next sign-in", async () => {
    const own = await createAccount(server);
    const factor = await enrolFactor(own);
    const next = server.anonymous();
    await next.auth.signInWithPassword({ email: own.email, password: own.password });
    expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    const code = await nextCode(server, factor);
    expect(
      (await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error,
    ).toBeNull();
    expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
    });
  });

  test("needs a unique name, and is not found after its removal", async () => {
    const own = await createAccount(server);
    const factor = await enrolFactor(own);
    const second = await own.client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "My phone",
    });
    expect(second.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    expect((await own.client.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({
      id: factor.id,
    });
    expect((await own.client.auth.mfa.listFactors()).data?.all).toEqual([]);
    const missing = await own.client.auth.mfa.challenge({ factorId: factor.id });
    expect(missing.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  });

  test("a visitor cannot enrol one, and a phone is rejected", async () => {
    const visitor = server.anonymous().auth.mfa;
    expect((await visitor.enroll({ factorType: "totp" })).error).not.toBeNull();
    expect(
      (await mfa().enroll({ factorType: "phone", phone: "+12025550100" })).error,
    ).not.toBeNull();
  });
});
