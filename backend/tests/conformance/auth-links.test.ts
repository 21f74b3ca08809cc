import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount, createUser, tokenOf } from "../support/accounts.ts";
import { callAuth } from "../support/auth-calls.ts";
import { expiredLink, followLink, readLink } from "../support/mail-links.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let administrator: Account;

beforeAll(async () => {
  server = await startNotesServer();
  await closeNewAccounts();
  administrator = await createAccount(server, { appMetadata: { role: "admin" } });
});
afterAll(() => server.stop());

const admin = () => server.service().auth.admin;
const someEmail = () => `${randomUUID()}@example.com`;
const site = () => server.url;

/** A product's trigger that keeps unconfirmed accounts closed until `activate`. */
async function closeNewAccounts(): Promise<void> {
  await server.sql.unsafe(`
    create function private.close_new_account() returns trigger language plpgsql as $$
    begin
      new.banned_until := now() + interval '1 year';
      return new;
    end $$;
    create trigger close_new_account before insert on auth.users
      for each row when (new.email_confirmed_at is null)
      execute function private.close_new_account()`);
}

async function activate(email: string): Promise<void> {
  await server.sql`update auth.users set banned_until = null where email = ${email}`;
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await server.sql<{ template: string }[]>`
    select template from private.outgoing_mail where recipient = ${email} order by created_at`;
  return rows.map(({ template }) => template);
}

describe("auth-js, GoTrueAdminApi.generateLink: the service", () => {
  test("makes magic and recovery links that work once, and sends no mail", async () => {
    for (const type of ["magiclink", "recovery"] as const) {
      const own = await createAccount(server);
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

  test("makes a token that verifyOtp accepts with and without the address", async () => {
    const own = await createAccount(server);
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

  test("creates an account by a sign-up link, which can sign in once activated", async () => {
    const email = someEmail();
    const asked = {
      type: "signup",
      email,
      password: "secret-password",
      options: { data: { plan: "a" } },
    } as const;
    const { data } = await admin().generateLink(asked);
    expect(data.user).toMatchObject({ email, user_metadata: { plan: "a" } });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const { fragment } = await followLink(new URL(data.properties?.action_link ?? ""));
    expect(fragment).toEqual({
      type: "signup",
      message: expect.stringContaining("E-mail confirmed"),
    });
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "secret-password" }))
        .error,
    ).toMatchObject({ code: "user_banned" });
    await activate(email);
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "secret-password" }))
        .error,
    ).toBeNull();
  });

  test("invalidates the earlier sign-up link and merges the metadata", async () => {
    const email = someEmail();
    const first = await admin().generateLink({
      type: "signup",
      email,
      password: "secret-password",
      options: { data: { a: 1 } },
    });
    const second = await admin().generateLink({
      type: "signup",
      email,
      password: "other-password",
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

  test("gives an unconfirmed account the password of the newest link", async () => {
    const email = someEmail();
    const passwords = ["password-of-another", "password-of-the-link"];
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

  test("turns a magic link for an unknown address into a sign-up", async () => {
    const { data } = await admin().generateLink({ type: "magiclink", email: someEmail() });
    expect(data.properties).toMatchObject({ verification_type: "signup" });
  });

  test("replaces a redirect outside the site by the site", async () => {
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

  test("stores no usable secret, and a new password invalidates the link", async () => {
    const own = await createAccount(server);
    const { data } = await admin().generateLink({ type: "recovery", email: own.email });
    const token = data.properties?.hashed_token ?? "";
    const kept = await server.sql`
      select (t.*)::text || (u.*)::text as row
      from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.id = ${own.id}`;
    expect(kept).toHaveLength(1);
    expect(String(kept[0]?.row)).not.toContain(token);
    await own.client.auth.updateUser({ password: "new-password" });
    expect(
      (await server.anonymous().auth.verifyOtp({ type: "recovery", token_hash: token })).error,
    ).toMatchObject({ code: "otp_expired" });
  });

  test("cannot sign a banned account in", async () => {
    const closed = await createUser(server, { banDuration: "1h" });
    for (const type of ["magiclink", "recovery"] as const) {
      const { data } = await admin().generateLink({ type, email: closed.email });
      const { fragment } = await followLink(new URL(data.properties?.action_link ?? ""));
      expect(fragment.error_code).toBe("user_banned");
    }
  });

  test("gets an error for an unknown type, bad input or an unsuitable account", async () => {
    const refusals = [
      [
        { type: "email_change_current", email: administrator.email, new_email: someEmail() },
        400,
        "validation_failed",
      ],
      [{ type: "recovery" }, 400, "validation_failed"],
      [{ type: "recovery", email: "no-address" }, 400, "validation_failed"],
      [{ type: "signup", email: someEmail() }, 400, "validation_failed"],
      [{ type: "signup", email: someEmail(), password: "short" }, 422, "weak_password"],
      [{ type: "recovery", email: someEmail() }, 404, "user_not_found"],
      [
        { type: "signup", email: administrator.email, password: "secret-password" },
        422,
        "email_exists",
      ],
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
  test("creates an account without a password that signs in by the mailed link", async () => {
    const email = someEmail();
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { full_name: "Ana" },
      redirectTo: `${site()}/update-password`,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: "Ana" },
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
    expect((await auth.updateUser({ password: "first-password" })).error).toBeNull();
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: "first-password" }))
        .error,
    ).toBeNull();
  });

  test("makes a link that a visitor's request replaces only after it expired", async () => {
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

  test("clears the password of an earlier unconfirmed sign-up", async () => {
    const signIn = (email: string, password: string) =>
      server.anonymous().auth.signInWithPassword({ email, password });
    for (const isLetIn of [false, true]) {
      const email = someEmail();
      await admin().createUser({ email, password: "password-of-a-stranger" });
      if (isLetIn) await activate(email);
      expect((await admin().inviteUserByEmail(email)).error).toBeNull();
      await followLink(await readLink(server, email));
      await activate(email);
      const { error } = await signIn(email, "password-of-a-stranger");
      expect(error?.code).toBe("invalid_credentials");
    }
  });

  test("creates one account and one link for eight concurrent invitations", async () => {
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

  test("replaces an unused invitation, and rejects a taken or invalid address", async () => {
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
      ["no-address", "validation_failed"],
      ["", "validation_failed"],
    ] as const) {
      expect((await admin().inviteUserByEmail(address)).error).toMatchObject({ code });
    }
    expect(await mailsTo(administrator.email)).toEqual([]);
  });
});

describe("auth-js, GoTrueAdminApi: links for other callers", () => {
  test("visitors and accounts can neither make a link nor invite", async () => {
    const email = someEmail();
    const victim = await createAccount(server);
    const tokens = [server.anonKey, await tokenOf(victim), await tokenOf(administrator)];
    for (const token of tokens) {
      for (const [path, body] of [
        ["admin/generate_link", { type: "recovery", email: victim.email }],
        ["admin/generate_link", { type: "signup", email, password: "secret-password" }],
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
