import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

const password = "clave-segura";
const asAdmin = { full_name: "Ada", role: "admin" };

async function countPeople(server: TestServer) {
  const [row] = await server.sql<{ users: number; admins: number }[]>`
    select (select count(*)::int from auth.users) as users,
      (select count(*)::int from public.profiles where role = 'admin') as admins`;
  return row;
}

describe("the first administrator (threat 5)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test("a visitor can sign up only as administrator before there is one", async () => {
    const { error } = await server
      .anonymous()
      .auth.signUp({ phone: "5550001000", password, options: { data: { role: "vendedor" } } });
    expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
    expect(await countPeople(server)).toEqual({ users: 0, admins: 0 });
  });

  test.each(["ADMIN", " admin", ["admin"], { role: "admin" }, true])(
    "a visitor who signs up as %j does not become administrator",
    async (role) => {
      const { error } = await server
        .anonymous()
        .auth.signUp({ phone: "5550001000", password, options: { data: { role } } });
      expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
      expect(await countPeople(server)).toEqual({ users: 0, admins: 0 });
    },
  );

  test("a visitor with a bad password or phone creates no account", async () => {
    const options = { data: asAdmin };
    const auth = server.anonymous().auth;
    const short = await auth.signUp({ phone: "5550001000", password: "cinco", options });
    expect(short.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
    const long = await auth.signUp({ phone: "5550001000", password: "x".repeat(73), options });
    expect(long.error).toMatchObject({ status: 400, code: "validation_failed" });
    const phone = await auth.signUp({ phone: "12", password, options });
    expect(phone.error).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await countPeople(server)).toEqual({ users: 0, admins: 0 });
  });

  test("of twenty visitors who sign up as administrator concurrently, one becomes it", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.anonymous().auth.signUp({
          phone: `555000${1000 + index}`,
          password,
          options: { data: asAdmin },
        }),
      ),
    );
    const winners = attempts.filter(({ error }) => error === null);
    expect(winners).toHaveLength(1);
    expect(winners[0]?.data.session?.access_token).toMatch(/^eyJ/);
    const refusals = attempts.flatMap(({ error }) => (error ? [error.code] : []));
    expect(new Set(refusals)).toEqual(new Set(["signup_disabled"]));
    expect(await countPeople(server)).toEqual({ users: 1, admins: 1 });
  });

  test("the first administrator is active, confirmed and can sign in by phone", async () => {
    const [profile] =
      await server.sql`select role, is_active, full_name, phone from public.profiles`;
    expect(profile).toMatchObject({ role: "admin", is_active: true, full_name: "Ada" });
    const { data, error } = await server
      .anonymous()
      .auth.signInWithPassword({ phone: String(profile?.phone), password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: profile?.phone, email: "" });
  });

  test("a visitor who signs up later, in any role, is refused, and nothing is written", async () => {
    const before = await countPeople(server);
    for (const role of ["admin", "concesionario", "vendedor"]) {
      const { error } = await server
        .anonymous()
        .auth.signUp({ email: `${role}@example.com`, password, options: { data: { role } } });
      expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
    }
    expect(await countPeople(server)).toEqual(before);
  });

  test("a visitor sees in the settings that sign-up is closed", async () => {
    const settings = await callAuth(server, "settings", { method: "GET" });
    expect(settings.body).toMatchObject({ disable_signup: true });
  });
});

describe("an open sign-up", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ signup: "open" });
    const { error } = await server
      .anonymous()
      .auth.signUp({ phone: "5550001000", password, options: { data: asAdmin } });
    expect(error).toBeNull();
  });
  afterAll(() => server.stop());

  test("a visitor who claims to be an administrator becomes an inactive salesperson", async () => {
    const dealership_id = "11111111-1111-4111-8111-111111111111";
    const { data, error } = await server.anonymous().auth.signUp({
      email: "Mala@Example.com",
      password,
      options: { data: { role: "admin", dealership_id, is_active: true } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: "mala@example.com" });
    const [profile] = await server.sql`
      select role, is_active, dealership_id from public.profiles where email = 'mala@example.com'`;
    expect(profile).toEqual({ role: "vendedor", is_active: false, dealership_id: null });
    expect(await countPeople(server)).toMatchObject({ admins: 1 });
  });

  test("a visitor cannot tell a taken address from a free one", async () => {
    const address = "presente@example.com";
    const signUp = (email: string) =>
      callAuth(server, "signup", { body: { email, password, data: { full_name: "Ana" } } });
    const free = await signUp(address);
    const [before] = await server.sql`select * from auth.users where email = ${address}`;
    const taken = await signUp(address);
    expect(taken.status).toBe(free.status);
    expect(withoutChance(taken.body)).toEqual(withoutChance(free.body));
    expect(taken.body?.id).not.toBe(free.body?.id);
    const after = await server.sql`select * from auth.users where email = ${address}`;
    expect(after).toEqual([before]);
  });

  test("of ten concurrent sign-ups with one address or phone, one account results", async () => {
    for (const identifier of [{ email: "carrera@example.com" }, { phone: "5550007777" }]) {
      const before = await countPeople(server);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          callAuth(server, "signup", { body: { ...identifier, password } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const bodies = answers.map(({ body }) => JSON.stringify(withoutChance(body)));
      expect(new Set(bodies).size).toBe(1);
      expect(await countPeople(server)).toMatchObject({ users: (before?.users ?? 0) + 1 });
    }
  });

  test("two passwords for one unconfirmed address: neither works, in any order", async () => {
    const ask = (email: string, word: string) =>
      server.anonymous().functions.invoke("request-access", {
        body: { ...makeAccessRequest({ email }), password: word, confirmPassword: word },
      });
    const signUp = (email: string, word: string) =>
      server.anonymous().auth.signUp({ email, password: word });
    const [theirs, own] = ["clave-ajena", "clave-propia"];
    for (const [first, second] of [
      [ask, signUp],
      [signUp, ask],
      [signUp, signUp],
    ] as const) {
      const { email } = makeAccessRequest();
      expect((await first(email, theirs)).error).toBeNull();
      expect((await second(email, own)).error).toBeNull();
      await server.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
      for (const word of [theirs, own]) {
        const { error } = await server
          .anonymous()
          .auth.signInWithPassword({ email, password: word });
        expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
      }
    }
  });

  test("a person gets one verification mail, and can sign in only once approved", async () => {
    const email = "nueva@example.com";
    await server.anonymous().auth.signUp({ email, password });
    const mails = await server.sql`
      select template from private.outgoing_mail where recipient = ${email}`;
    expect(mails).toEqual([{ template: "verify-email" }]);
    const unconfirmed = await server.anonymous().auth.signInWithPassword({ email, password });
    expect(unconfirmed.error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    await server.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    const inactive = await server.anonymous().auth.signInWithPassword({ email, password });
    expect(inactive.error).toMatchObject({ status: 400, code: "user_banned" });
  });
});

function withoutChance(body: Record<string, unknown> | null) {
  const chance = { id: "", created_at: "", updated_at: "", confirmation_sent_at: "" };
  return { ...body, ...chance };
}
