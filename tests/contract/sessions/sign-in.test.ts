import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
  dealer = await createDealership(server, { email: "dealer@example.com", phone: "15552223333" });
});
afterAll(() => server.stop());

describe("a person with an e-mail and a phone", () => {
  test.each([
    { email: "dealer@example.com" },
    { email: " Dealer@Example.COM " },
    { phone: "15552223333" },
    { phone: "+15552223333" },
    { phone: "(555) 222-3333" },
    { phone: "555 222 3333" },
  ])("signs in by $email$phone", async (identifier) => {
    const { data, error } = await server
      .anonymous()
      .auth.signInWithPassword({ ...identifier, password: dealer.password });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(dealer.id);
  });

  test("gets a session with a token that names the person and the method", async () => {
    const started = Math.floor(Date.now() / 1000);
    const { body } = await callAuth(server, "token?grant_type=password", {
      body: { email: dealer.email, password: dealer.password, gotrue_meta_security: {} },
    });
    expect(body).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(Number(body?.expires_at)).toBeGreaterThanOrEqual(started + 3600);
    const claims = readClaims(String(body?.access_token));
    expect(claims).toMatchObject({
      sub: dealer.id,
      aud: "authenticated",
      role: "authenticated",
      email: dealer.email,
      phone: dealer.phone,
      app_metadata: { provider: "email", providers: ["email", "phone"] },
      user_metadata: { full_name: dealer.fullName },
      aal: "aal1",
      amr: [{ method: "password" }],
      is_anonymous: false,
      iss: `${server.vitrina.config.siteUrl}/auth/v1`,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    const [session] = await server.sql`
      select user_id, aal::text, user_agent from auth.sessions where id = ${String(claims.session_id)}`;
    expect(session).toMatchObject({ user_id: dealer.id, aal: "aal1" });
  });

  test("gets no secret of the account in the answer", async () => {
    const { body } = await callAuth(server, "token?grant_type=password", {
      body: { email: dealer.email, password: dealer.password },
    });
    expect(Object.keys(body?.user as object).sort()).toEqual([
      "app_metadata",
      "aud",
      "confirmed_at",
      "created_at",
      "email",
      "email_confirmed_at",
      "id",
      "identities",
      "is_anonymous",
      "last_sign_in_at",
      "phone",
      "phone_confirmed_at",
      "role",
      "updated_at",
      "user_metadata",
    ]);
    expect(JSON.stringify(body)).not.toContain("$2a$");
  });
});

describe("a caller who does not know the password", () => {
  test("gets the same answer for a wrong password and a missing account", async () => {
    const attempt = (body: object) => callAuth(server, "token?grant_type=password", { body });
    const answers = await Promise.all([
      attempt({ email: dealer.email, password: "equivocada" }),
      attempt({ email: "nadie@example.com", password: "equivocada" }),
      attempt({ phone: dealer.phone, password: "equivocada" }),
      attempt({ phone: "15559998888", password: "equivocada" }),
      attempt({ phone: "no es un teléfono", password: "equivocada" }),
      attempt({ email: dealer.email, password: "" }),
      attempt({ email: dealer.email, password: `${dealer.password}x` }),
      attempt({ email: dealer.email, password: "x".repeat(1_000) }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
    }
  });

  test("learns nothing about an account that is closed or unconfirmed", async () => {
    const closed = await createDealership(server, { active: false });
    const { error } = await server
      .anonymous()
      .auth.signInWithPassword({ email: closed.email, password: "equivocada" });
    expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
  });
});

describe("a person with the right password of an account that may not sign in", () => {
  test("gets an error that it is closed", async () => {
    const closed = await createDealership(server, { active: false });
    for (const identifier of [{ email: closed.email }, { phone: closed.phone }]) {
      const { error } = await server
        .anonymous()
        .auth.signInWithPassword({ ...identifier, password: closed.password });
      expect(error).toMatchObject({ status: 400, code: "user_banned" });
    }
    expect(await server.sql`select id from auth.sessions where user_id = ${closed.id}`).toEqual([]);
  });

  test("gets an error that the e-mail is not confirmed, by phone as well", async () => {
    const person = await createDealership(server);
    await server.sql`update auth.users set email_confirmed_at = null where id = ${person.id}`;
    for (const identifier of [{ email: person.email }, { phone: person.phone }]) {
      const { error } = await server
        .anonymous()
        .auth.signInWithPassword({ ...identifier, password: person.password });
      expect(error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    }
  });
});

describe("a password hash from another system", () => {
  test.each(["2a", "2b", "2y"])("a person with a $%s$ hash signs in", async (prefix) => {
    const person = await createDealership(server);
    await server.sql`
      update auth.users
      set encrypted_password = overlay(extensions.crypt('importada', extensions.gen_salt('bf', 6)) placing ${`$${prefix}$`} from 1 for 4)
      where id = ${person.id}`;
    const { error } = await server
      .anonymous()
      .auth.signInWithPassword({ email: person.email, password: "importada" });
    expect(error).toBeNull();
  });
});

function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
