import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#tests/support/auth-calls.ts";
import { expiredLink, followLink, readLink } from "#tests/support/mail-links.ts";
import { createAdmin, createDealership, type Person, tokenOf } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let administrator: Person;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await createAdmin(server);
});
afterAll(() => server.stop());

const admin = () => server.service().auth.admin;
const someEmail = () => `${randomUUID()}@example.com`;
const site = () => server.vitrina.config.siteUrl;

/** What an administrator does for whoever was invited or signed up. */
async function activate(email: string): Promise<void> {
  await server.sql`update public.profiles set is_active = true where email = ${email}`;
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await server.sql<{ template: string }[]>`
    select template from private.outgoing_mail where recipient = ${email} order by created_at`;
  return rows.map(({ template }) => template);
}

describe("auth-js, GoTrueAdminApi.generateLink: the service", () => {
  test("makes a link to enter and one to recover, which work once, and sends no mail", async () => {
    for (const type of ["magiclink", "recovery"] as const) {
      const own = await createDealership(server);
      const { data, error } = await admin().generateLink({ type, email: own.email.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ id: own.id, recovery_sent_at: expect.any(String) });
      expect(data.properties).toMatchObject({ verification_type: type, redirect_to: `${site()}/` });
      const link = new URL(data.properties?.action_link ?? "");
      expect(`${link.origin}${link.pathname}`).toBe(`${site()}/auth/v1/verify`);
      const { fragment } = await followLink(link);
      expect(fragment).toMatchObject({ type, token_type: "bearer" });
      expect((await server.anonymous().auth.getUser(fragment.access_token)).data.user?.id).toBe(
        own.id,
      );
      expect((await followLink(link)).fragment).toEqual(expiredLink);
      expect(await mailsTo(own.email)).toEqual([]);
    }
  });

  test("gives a token that verifyOtp takes under the link's type or as one of an e-mail, alone or with the address", async () => {
    const own = await createDealership(server);
    for (const type of ["magiclink", "email"] as const) {
      for (const isAlone of [true, false]) {
        const { data } = await admin().generateLink({ type: "magiclink", email: own.email });
        const { hashed_token = "", email_otp = "" } = data.properties ?? {};
        const { auth } = server.anonymous();
        const verified = await auth.verifyOtp(
          isAlone
            ? { type, token_hash: hashed_token }
            : { type, email: own.email, token: email_otp },
        );
        expect(verified.data.session?.user.id).toBe(own.id);
      }
    }
  });

  test("opens an account with a sign-up link, which waits for an administrator like any other", async () => {
    const email = someEmail();
    const asked = {
      type: "signup",
      email,
      password: "secreta",
      options: { data: { plan: "a" } },
    } as const;
    const { data } = await admin().generateLink(asked);
    expect(data.user).toMatchObject({ email, user_metadata: { plan: "a" } });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const { fragment } = await followLink(new URL(data.properties?.action_link ?? ""));
    expect(fragment).toEqual({
      type: "signup",
      message: expect.stringContaining("Correo confirmado"),
    });
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "secreta" })).error,
    ).toMatchObject({ code: "user_banned" });
    await activate(email);
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "secreta" })).error,
    ).toBeNull();
  });

  test("makes the earlier link worthless with the next one, and merges what it says about an account that waits", async () => {
    const email = someEmail();
    const first = await admin().generateLink({
      type: "signup",
      email,
      password: "secreta",
      options: { data: { a: 1 } },
    });
    const second = await admin().generateLink({
      type: "signup",
      email,
      password: "otra-clave",
      options: { data: { b: 2 } },
    });
    expect(second.data.user).toMatchObject({
      id: first.data.user?.id,
      user_metadata: { a: 1, b: 2 },
    });
    expect((await followLink(new URL(first.data.properties?.action_link ?? ""))).fragment).toEqual(
      expiredLink,
    );
  });

  test("gives an account that waits the password of the newest link", async () => {
    const email = someEmail();
    const passwords = ["la-de-otro", "la-del-enlace"];
    const links = [];
    for (const password of passwords) {
      links.push(await admin().generateLink({ type: "signup", email, password }));
    }
    await followLink(new URL(links.at(-1)?.data.properties?.action_link ?? ""));
    await activate(email);
    const [other, own] = passwords.map((password) =>
      server.anonymous().auth.signInWithPassword({ email, password: password ?? "" }),
    );
    expect((await other)?.error).toMatchObject({ code: "invalid_credentials" });
    expect((await own)?.error).toBeNull();
  });

  test("signs up whoever a link to enter is made for and nobody knows", async () => {
    const { data } = await admin().generateLink({ type: "magiclink", email: someEmail() });
    expect(data.properties).toMatchObject({ verification_type: "signup" });
  });

  test("leads nowhere but into the site, by whichever way the address is given", async () => {
    const { email } = administrator;
    const inside = `${site()}/update-password`;
    for (const [redirectTo, target] of [
      [inside, inside],
      ["https://evil.example/", `${site()}/`],
    ]) {
      const { data } = await admin().generateLink({
        type: "recovery",
        email,
        options: { redirectTo: redirectTo ?? "" },
      });
      expect(data.properties?.redirect_to).toBe(target);
      const bare = await callAuth(server, "admin/generate_link", {
        token: server.serviceRoleKey,
        body: { type: "recovery", email, redirect_to: redirectTo },
      });
      expect(bare.body).toMatchObject({ redirect_to: target });
    }
  });

  test("keeps no usable secret, and a new password ends the link", async () => {
    const own = await createDealership(server);
    const { data } = await admin().generateLink({ type: "recovery", email: own.email });
    const token = data.properties?.hashed_token ?? "";
    const kept = await server.sql`
      select (t.*)::text || (u.*)::text as row
      from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.id = ${own.id}`;
    expect(kept).toHaveLength(1);
    expect(String(kept[0]?.row)).not.toContain(token);
    await own.client.auth.updateUser({ password: "nueva-clave" });
    expect(
      (await server.anonymous().auth.verifyOtp({ type: "recovery", token_hash: token })).error,
    ).toMatchObject({ code: "otp_expired" });
  });

  test("cannot let a closed account in", async () => {
    const closed = await createDealership(server, { active: false });
    for (const type of ["magiclink", "recovery"] as const) {
      const { data } = await admin().generateLink({ type, email: closed.email });
      const { fragment } = await followLink(new URL(data.properties?.action_link ?? ""));
      expect(fragment.error_code).toBe("user_banned");
    }
  });

  test("is refused an unknown type, no or a broken address, a missing or short password, and an account that is not as the type wants it", async () => {
    const refusals = [
      [
        { type: "email_change_current", email: administrator.email, new_email: someEmail() },
        400,
        "validation_failed",
      ],
      [{ type: "recovery" }, 400, "validation_failed"],
      [{ type: "recovery", email: "no-es-correo" }, 400, "validation_failed"],
      [{ type: "signup", email: someEmail() }, 400, "validation_failed"],
      [{ type: "signup", email: someEmail(), password: "corta" }, 422, "weak_password"],
      [{ type: "recovery", email: someEmail() }, 404, "user_not_found"],
      [{ type: "signup", email: administrator.email, password: "secreta" }, 422, "email_exists"],
      [{ type: "invite", email: administrator.email }, 422, "email_exists"],
    ] as const;
    for (const [body, status, code] of refusals) {
      const answer = await callAuth(server, "admin/generate_link", {
        token: server.serviceRoleKey,
        body,
      });
      expect([answer.status, answer.body?.code]).toEqual([status, code]);
    }
  });
});

describe("auth-js, GoTrueAdminApi.inviteUserByEmail: the service", () => {
  test("opens an account without a password and sends a mail that leads in, once somebody has activated it", async () => {
    const email = someEmail();
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { full_name: "Ana Núñez" },
      redirectTo: `${site()}/update-password`,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: "Ana Núñez" },
    });
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "" })).error,
    ).toMatchObject({ status: 400 });
    await activate(email);
    const { target, fragment } = await followLink(await readLink(server, email));
    expect([target, fragment.type]).toEqual([`${site()}/update-password`, "invite"]);
    const { auth } = server.anonymous();
    const { access_token = "", refresh_token = "" } = fragment;
    await auth.setSession({ access_token, refresh_token });
    expect((await auth.updateUser({ password: "la-primera" })).error).toBeNull();
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "la-primera" })).error,
    ).toBeNull();
  });

  test("is ended by nobody who asks for another link while it works, and asks for one once it is too old", async () => {
    const email = someEmail();
    expect((await admin().inviteUserByEmail(email)).error).toBeNull();
    const link = await readLink(server, email);
    const sentAgo = (minutes: number) =>
      server.sql`update auth.users set confirmation_sent_at = now() - make_interval(mins => ${minutes}) where email = ${email}`;
    const resend = () => server.anonymous().auth.resend({ type: "signup", email });
    const mails = async () =>
      (await server.sql`select from private.outgoing_mail where recipient = ${email}`).length;
    await sentAgo(5);
    expect((await resend()).error).toBeNull();
    expect(await mails()).toBe(1);
    await sentAgo(61);
    expect((await resend()).error).toBeNull();
    expect(await mails()).toBe(2);
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("leaves a stranger who signed up with the address before outside, also where somebody let the account in", async () => {
    const signIn = (email: string, password: string) =>
      server.anonymous().auth.signInWithPassword({ email, password });
    for (const isLetIn of [false, true]) {
      const email = someEmail();
      await admin().createUser({ email, password: "del-extraño" });
      if (isLetIn) await activate(email);
      expect((await admin().inviteUserByEmail(email)).error).toBeNull();
      await followLink(await readLink(server, email));
      await activate(email);
      const { error } = await signIn(email, "del-extraño");
      expect(error?.code).toBe("invalid_credentials");
    }
  });

  test("is answered alike when it invites the same person eight times at once: one account, and the last link works", async () => {
    const email = someEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin().inviteUserByEmail(email)),
    );
    expect(new Set(answers.map(({ data, error }) => error?.code ?? data.user?.id)).size).toBe(1);
    expect(await server.sql`select id from auth.users where email = ${email}`).toHaveLength(1);
    expect(
      await server.sql`select id from auth.one_time_tokens where relates_to = ${email}`,
    ).toHaveLength(1);
  });

  test("invites again who has not come, with a link that replaces the first, and nobody whose address is taken or none", async () => {
    const email = someEmail();
    const first = await admin().inviteUserByEmail(email);
    const old = await readLink(server, email);
    const second = await admin().inviteUserByEmail(email);
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const fresh = await readLink(server, email, 2);
    expect((await followLink(old)).fragment).toEqual(expiredLink);
    expect((await followLink(fresh)).fragment).toMatchObject({
      message: expect.any(String),
      type: "signup",
    });
    for (const [address, code] of [
      [email, "email_exists"],
      [administrator.email, "email_exists"],
      ["nada", "validation_failed"],
      ["", "validation_failed"],
    ] as const) {
      expect((await admin().inviteUserByEmail(address)).error).toMatchObject({ code });
    }
    expect(await mailsTo(administrator.email)).toEqual([]);
  });
});

describe("auth-js, GoTrueAdminApi: links for anybody else", () => {
  test("a visitor, a dealer and an administrator's own session are refused a link and an invitation, and nothing is made", async () => {
    const email = someEmail();
    const victim = await createDealership(server);
    const tokens = [server.anonKey, await tokenOf(victim), await tokenOf(administrator)];
    for (const token of tokens) {
      for (const [path, body] of [
        ["admin/generate_link", { type: "recovery", email: victim.email }],
        ["admin/generate_link", { type: "signup", email, password: "secreta" }],
        ["invite", { email }],
      ] as const) {
        const answer = await callAuth(server, path, { token, body });
        expect([answer.status, answer.body?.code]).toEqual([403, "not_admin"]);
        expect(JSON.stringify(answer.body)).not.toContain("token");
      }
    }
    expect(
      await server.sql`select id from auth.one_time_tokens where relates_to = any(${[email, victim.email]})`,
    ).toEqual([]);
    expect(await server.sql`select id from auth.users where email = ${email}`).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });
});
