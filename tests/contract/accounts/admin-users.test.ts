import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createAdmin(server);
});
afterAll(() => server.stop());

const service = () => server.service().auth.admin;

describe("the service creates an account", () => {
  test("confirmed, with identities, metadata and an inactive profile pending approval", async () => {
    const { data, error } = await service().createUser({
      email: "Nueva@Example.com",
      phone: "(555) 700-1000",
      password: "clave-segura",
      email_confirm: true,
      user_metadata: { full_name: "Nueva", role: "admin" },
      app_metadata: { source: "import" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: "nueva@example.com",
      phone: "15557001000",
      app_metadata: { provider: "email", providers: ["email", "phone"], source: "import" },
    });
    expect(data.user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const [profile] = await server.sql`
      select role, is_active, full_name, email, phone from public.profiles where id = ${data.user?.id ?? ""}`;
    expect(profile).toEqual({
      role: "vendedor",
      is_active: false,
      full_name: "Nueva",
      email: "nueva@example.com",
      phone: "15557001000",
    });
    const [row] = await server.sql`
      select encrypted_password like '$2a$10$%' as bcrypt, confirmation_token, recovery_token, email_change,
        email_change_token_new, instance_id
      from auth.users where id = ${data.user?.id ?? ""}`;
    expect(row).toEqual({
      bcrypt: true,
      confirmation_token: "",
      recovery_token: "",
      email_change: "",
      email_change_token_new: "",
      instance_id: "00000000-0000-0000-0000-000000000000",
    });
  });

  test("with its own id and password hash, or without a password", async () => {
    const id = randomUUID();
    const hash = "$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e";
    const chosen = await service().createUser({ id, email: "id@example.com", password_hash: hash });
    expect(chosen.data.user?.id).toBe(id);
    const [row] = await server.sql`select encrypted_password from auth.users where id = ${id}`;
    expect(row).toEqual({ encrypted_password: hash });
    const none = await service().createUser({ email: "sin-clave@example.com" });
    expect(none.error).toBeNull();
    const { error } = await server
      .anonymous()
      .auth.signInWithPassword({ email: "sin-clave@example.com", password: "" });
    expect(error).toMatchObject({ code: "invalid_credentials" });
  });

  test("once when twenty concurrent calls use one address", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () =>
        service().createUser({ email: "doble@example.com", password: "clave-segura" }),
      ),
    );
    expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
    const codes = attempts.flatMap(({ error }) => (error ? [error.code] : []));
    expect(new Set(codes)).toEqual(new Set(["email_exists"]));
    const [row] = await server.sql`
      select count(*)::int as accounts from auth.users where email = 'doble@example.com'`;
    expect(row).toEqual({ accounts: 1 });
  });

  test.each([
    [{ password: "clave-segura" }, 400, "validation_failed"],
    [{ email: "no es correo", password: "clave-segura" }, 400, "validation_failed"],
    [{ phone: "12", password: "clave-segura" }, 400, "validation_failed"],
    [{ email: "corta@example.com", password: "cinco" }, 422, "weak_password"],
    [{ email: "a@example.com", password_hash: "texto" }, 400, "validation_failed"],
    [{ email: "a@example.com", role: "service_role" }, 400, "validation_failed"],
    [{ email: "a@example.com", id: "1" }, 400, "validation_failed"],
    [{ email: "a@example.com", ban_duration: "siempre" }, 400, "validation_failed"],
  ])("but not from %j: %i %s", async (attributes, status, code) => {
    const { error } = await service().createUser(attributes);
    expect(error).toMatchObject({ status, code });
  });

  test("but not with a phone that is taken", async () => {
    const { error } = await service().createUser({ phone: admin.phone, password: "clave-segura" });
    expect(error).toMatchObject({ status: 422, code: "phone_exists" });
  });
});

describe("the service changes an account", () => {
  test("and a new password signs the person out everywhere", async () => {
    const person = await createDealership(server);
    const { error } = await service().updateUserById(person.id, { password: "puesta-por-admin" });
    expect(error).toBeNull();
    expect((await person.client.auth.getUser()).error).toMatchObject({
      name: "AuthSessionMissingError",
    });
    const again = await server
      .anonymous()
      .auth.signInWithPassword({ email: person.email, password: "puesta-por-admin" });
    expect(again.error).toBeNull();
  });

  test("and a new e-mail and phone reach the account, identities and profile", async () => {
    const person = await createDealership(server);
    const { data } = await service().updateUserById(person.id, {
      email: "Cambiada@example.com",
      phone: "+1 555 700 2000",
    });
    expect(data.user).toMatchObject({ email: "cambiada@example.com", phone: "15557002000" });
    expect(data.user?.identities?.map(({ identity_data }) => identity_data)).toMatchObject([
      { email: "cambiada@example.com", email_verified: true },
      { phone: "15557002000", phone_verified: true },
    ]);
    const [profile] =
      await server.sql`select email, phone from public.profiles where id = ${person.id}`;
    expect(profile).toEqual({ email: "cambiada@example.com", phone: "15557002000" });
    const { password } = person;
    const fresh = () => server.anonymous().auth;
    const byNew = await fresh().signInWithPassword({ email: "cambiada@example.com", password });
    expect(byNew.error).toBeNull();
    const byOld = await fresh().signInWithPassword({ email: person.email, password });
    expect(byOld.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("by merging metadata, and a ban holds until lifted and the profile is active", async () => {
    const person = await createDealership(server);
    const { data } = await service().updateUserById(person.id, {
      user_metadata: { full_name: null, city: "León" },
      app_metadata: { plan: "pro" },
      ban_duration: "24h",
    });
    expect(data.user).toMatchObject({
      user_metadata: { city: "León" },
      app_metadata: { provider: "email", plan: "pro" },
    });
    expect(data.user?.user_metadata).not.toHaveProperty("full_name");
    expect((await person.client.auth.getUser()).error).toMatchObject({ code: "user_banned" });
    const lifted = await service().updateUserById(person.id, { ban_duration: "none" });
    expect(lifted.error).toBeNull();
    expect((await person.client.auth.getUser()).error).toMatchObject({ code: "user_banned" });
    await server.sql`update public.profiles set is_active = true where id = ${person.id}`;
    expect(await trySignIn(server, person)).toBe("signed in");
  });

  test("but not with metadata that would make the tokens too long, nor does a link", async () => {
    const person = await createDealership(server);
    const first = { first: "x".repeat(3_000) };
    const second = { second: "x".repeat(3_000) };
    for (const field of ["user_metadata", "app_metadata"]) {
      expect((await service().updateUserById(person.id, { [field]: first })).error).toBeNull();
      const { error } = await service().updateUserById(person.id, { [field]: second });
      expect(error).toMatchObject({ status: 400, code: "validation_failed" });
    }
    const other = await service().updateUserById(person.id, { user_metadata: { first: null } });
    expect(other.error).toBeNull();

    const email = "enlace-largo@example.com";
    const linkWith = (data: Record<string, string>) =>
      service().generateLink({ type: "signup", email, password: "clave-larga", options: { data } });
    expect((await linkWith(first)).error).toBeNull();
    expect((await linkWith(second)).error).toMatchObject({ code: "validation_failed" });
  });

  test("but not to an address that is taken or a weak password; nothing changes", async () => {
    const person = await createDealership(server);
    const taken = await service().updateUserById(person.id, {
      email: admin.email,
      user_metadata: { city: "León" },
    });
    expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
    const phone = await service().updateUserById(person.id, { phone: admin.phone });
    expect(phone.error).toMatchObject({ status: 422, code: "phone_exists" });
    const weak = await service().updateUserById(person.id, { password: "cinco" });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password" });
    const { data } = await service().getUserById(person.id);
    expect(data.user).toMatchObject({ email: person.email, phone: person.phone });
    expect(data.user?.user_metadata).not.toHaveProperty("city");
  });
});

describe("the service deletes an account", () => {
  test("with the profile and sessions", async () => {
    const person = await createDealership(server);
    const { error } = await service().deleteUser(person.id);
    expect(error).toBeNull();
    expect((await person.client.auth.getUser()).error).toMatchObject({ code: "user_not_found" });
    const left = await server.sql`
      select id from public.profiles where id = ${person.id}
      union all select id from auth.sessions where user_id = ${person.id}
      union all select id from auth.identities where user_id = ${person.id}`;
    expect(left).toEqual([]);
    expect((await service().getUserById(person.id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
    expect((await service().deleteUser(person.id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });

  test("but not that of the last administrator", async () => {
    const { error } = await service().deleteUser(admin.id);
    expect(error).toMatchObject({
      status: 400,
      message: "Debe quedar al menos un administrador activo.",
    });
    expect((await service().getUserById(admin.id)).error).toBeNull();
  });
});

describe("the service lists accounts", () => {
  test("by page, newest first, with the total and a link to the next page", async () => {
    await createDealership(server);
    await createDealership(server);
    const [{ total } = { total: 0 }] = await server.sql<{ total: number }[]>`
      select count(*)::int as total from auth.users`;
    const { data, error } = await service().listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ total, nextPage: 2, lastPage: Math.ceil(total / 2) });
    expect(data.users).toHaveLength(2);
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page += 1) {
      const answer = await service().listUsers({ page, perPage: 2 });
      pages.push(...answer.data.users.map(({ id }) => id));
    }
    const all = await service().listUsers();
    expect(all.data.users.map(({ id }) => id)).toEqual(pages);
    expect(new Set(pages).size).toBe(total);
  });

  test("with an empty page beyond the last, which still has the total", async () => {
    const answer = await callAuth(server, "admin/users?page=999&per_page=10", {
      method: "GET",
      token: server.serviceRoleKey,
    });
    expect(answer.body).toEqual({ users: [], aud: "authenticated" });
    const [all] = await server.sql`select count(*)::text as total from auth.users`;
    expect(answer.headers.get("x-total-count")).toBe(all?.total);
  });

  test.each(["page=0", "page=-1", "page=x", "per_page=0", "per_page=100000"])(
    "but not with %s",
    async (query) => {
      const answer = await callAuth(server, `admin/users?${query}`, {
        method: "GET",
        token: server.serviceRoleKey,
      });
      expect([answer.status, answer.body?.code]).toEqual([400, "validation_failed"]);
    },
  );
});

describe("other callers of the admin API", () => {
  test("an administrator, a visitor and a forger are refused, and nothing changes", async () => {
    const { data } = await admin.client.auth.getSession();
    const before = await server.sql`select id from auth.users order by id`;
    const callers = [
      { token: data.session?.access_token ?? "", refusal: [403, "not_admin"] },
      { token: server.anonKey, refusal: [403, "not_admin"] },
      { token: `${server.serviceRoleKey}x`, refusal: [403, "bad_jwt"] },
    ];
    for (const { token, refusal } of callers) {
      const body = { email: "intrusa@example.com", password: "clave-segura" };
      const answers = [
        await callAuth(server, "admin/users", { method: "GET", token }),
        await callAuth(server, "admin/users", { token, body }),
        await callAuth(server, `admin/users/${admin.id}`, { method: "GET", token }),
        await callAuth(server, `admin/users/${admin.id}`, { method: "PUT", token, body }),
        await callAuth(server, `admin/users/${admin.id}`, { method: "DELETE", token }),
      ];
      for (const { status, body: refused } of answers) {
        expect([status, refused?.code]).toEqual(refusal);
      }
    }
    expect(await server.sql`select id from auth.users order by id`).toEqual(before);
  });

  test("the service gets 404 for an account that does not exist", async () => {
    const ask = (id: string) =>
      callAuth(server, `admin/users/${id}`, { method: "GET", token: server.serviceRoleKey });
    const wrong = await ask("no-uuid");
    expect([wrong.status, wrong.body?.code]).toEqual([404, "validation_failed"]);
    const missing = await ask(randomUUID());
    expect([missing.status, missing.body?.code]).toEqual([404, "user_not_found"]);
  });
});
