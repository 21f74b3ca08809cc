import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount, tokenOf } from "../support/accounts.ts";
import { callAuth } from "../support/auth-calls.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { enrolFactor } from "../support/second-factor.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
});
afterAll(() => server.stop());

const admin = () => server.service().auth.admin;
const someEmail = () => `${randomUUID()}@example.com`;

describe("auth-js, GoTrueAdminApi: the service", () => {
  test("creates accounts by e-mail and phone, with metadata, and reads them", async () => {
    const email = someEmail();
    const { data, error } = await admin().createUser({
      email,
      password: "secret-password",
      user_metadata: { name: "Ana" },
      app_metadata: { plan: "free" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { name: "Ana" },
      app_metadata: { plan: "free", provider: "email" },
    });
    expect((await admin().getUserById(data.user?.id ?? "")).data.user).toMatchObject({ email });
    const byPhone = await admin().createUser({ phone: "+1 202 555 0188", phone_confirm: true });
    expect(byPhone.data.user).toMatchObject({
      phone: "12025550188",
      phone_confirmed_at: expect.any(String),
    });
  });

  test("rejects a taken e-mail or phone, a missing address and an invalid id", async () => {
    expect((await admin().createUser({ email: owner.email })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
    expect((await admin().createUser({ phone: owner.phone })).error).toMatchObject({
      code: "phone_exists",
    });
    expect((await admin().createUser({ password: "secret-password" })).error).toMatchObject({
      code: "validation_failed",
    });
    expect((await admin().getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
    await expect(admin().getUserById("no-uuid")).rejects.toThrow("UUID");
  });

  test("lists accounts in pages, with the total and the next page", async () => {
    for (let count = 0; count < 3; count += 1) await admin().createUser({ email: someEmail() });
    const first = await admin().listUsers({ page: 1, perPage: 2 });
    expect(first.data.users).toHaveLength(2);
    expect(first.data).toMatchObject({
      nextPage: 2,
      total: expect.any(Number),
      lastPage: expect.any(Number),
      aud: "authenticated",
    });
    const ids = new Set<string>();
    for (
      let page = 1;
      page <= Math.ceil(("total" in first.data ? first.data.total : 0) / 2);
      page += 1
    ) {
      for (const user of (await admin().listUsers({ page, perPage: 2 })).data.users)
        ids.add(user.id);
    }
    expect(ids.size).toBe("total" in first.data ? first.data.total : -1);
  });

  test("changes address, password, metadata and confirmation, and bans for a time", async () => {
    const { data } = await admin().createUser({ email: someEmail(), password: "secret-password" });
    const id = data.user?.id ?? "";
    const email = someEmail();
    const changed = await admin().updateUserById(id, {
      email,
      password: "other-password",
      email_confirm: true,
      user_metadata: { a: 1 },
    });
    expect(changed.data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { a: 1 },
    });
    const merged = await admin().updateUserById(id, {
      user_metadata: { b: 2 },
      app_metadata: { team: "x" },
    });
    expect(merged.data.user).toMatchObject({
      user_metadata: { a: 1, b: 2 },
      app_metadata: { team: "x" },
    });
    const banned = await admin().updateUserById(owner.id, { ban_duration: "1h" });
    expect(banned.error).toBeNull();
    const { email: address, password } = owner;
    const refused = await server.anonymous().auth.signInWithPassword({ email: address, password });
    expect(refused.error).toMatchObject({ code: "user_banned" });
    await admin().updateUserById(owner.id, { ban_duration: "none" });
    expect(
      (await server.anonymous().auth.signInWithPassword({ email: address, password })).error,
    ).toBeNull();
  });

  test("deletes an account once, and then finds none", async () => {
    const { data } = await admin().createUser({ email: someEmail() });
    expect((await admin().deleteUser(data.user?.id ?? "")).error).toBeNull();
    expect((await admin().deleteUser(data.user?.id ?? "")).error).toMatchObject({ status: 404 });
  });

  test("signs an account out by its access token", async () => {
    const person = await createAccount(server);
    const token = (await person.client.auth.getSession()).data.session?.access_token ?? "";
    expect((await admin().signOut(token, "global")).error).toBeNull();
    expect((await admin().signOut(token, "global")).error).toMatchObject({
      name: "AuthSessionMissingError",
    });
    expect((await person.client.auth.getUser(token)).error).toMatchObject({
      name: "AuthSessionMissingError",
    });
  });
});

describe("auth-js, GoTrueAdminApi: the service on a user's second factors", () => {
  test("lists them without secrets; removing one lowers the session to aal1", async () => {
    const person = await createAccount(server);
    const { mfa } = admin();
    expect(await mfa.listFactors({ userId: person.id })).toEqual({
      data: { factors: [] },
      error: null,
    });
    const { id } = await enrolFactor(person, "watch");
    const { data } = await mfa.listFactors({ userId: person.id });
    expect(data?.factors).toEqual([
      {
        id,
        friendly_name: "watch",
        factor_type: "totp",
        status: "verified",
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const removed = await mfa.deleteFactor({ userId: person.id, id });
    expect(removed).toMatchObject({ data: { data: { id } }, error: null });
    expect((await mfa.listFactors({ userId: person.id })).data?.factors).toEqual([]);
    expect(await server.sql`select aal from auth.sessions where user_id = ${person.id}`).toEqual([
      { aal: "aal1" },
    ]);
  });

  test("removes recovery codes, and gets 404 for another account's or unknown factors", async () => {
    const person = await createAccount(server);
    const { mfa } = admin();
    const app = await enrolFactor(person);
    const made = await callAuth(server, "factors/recovery-codes", { token: await tokenOf(person) });
    expect(made.status).toBe(200);
    const { data } = await mfa.listFactors({ userId: person.id });
    const codes = data?.factors.find(({ id }) => id !== app.id)?.id ?? "";
    expect((await mfa.deleteFactor({ userId: person.id, id: codes })).error).toBeNull();
    const missing = { status: 404, code: "mfa_factor_not_found" };
    for (const [userId, id] of [
      [person.id, codes],
      [owner.id, app.id],
      [person.id, randomUUID()],
    ] as const) {
      expect((await mfa.deleteFactor({ userId, id })).error).toMatchObject(missing);
    }
    const notFound = { status: 404, code: "user_not_found" };
    expect((await mfa.listFactors({ userId: randomUUID() })).error).toMatchObject(notFound);
    expect(await mfa.listFactors({ userId: person.id })).toMatchObject({
      data: { factors: [{ id: app.id }] },
    });
  });
});

describe("auth-js, GoTrueAdminApi: other callers", () => {
  test("an account and a visitor are rejected by every call", async () => {
    for (const client of [owner.client, server.anonymous()]) {
      for (const { error } of [
        await client.auth.admin.listUsers(),
        await client.auth.admin.createUser({ email: someEmail() }),
        await client.auth.admin.updateUserById(owner.id, { password: "stolen" }),
        await client.auth.admin.deleteUser(owner.id),
        await client.auth.admin.mfa.listFactors({ userId: owner.id }),
        await client.auth.admin.mfa.deleteFactor({ userId: owner.id, id: randomUUID() }),
      ]) {
        expect(error?.status === 401 || error?.status === 403).toBe(true);
      }
    }
  });
});
