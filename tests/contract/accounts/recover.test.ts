import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { readMailsTo, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { expiredLink, followLink } from "#backend-tests/support/mail-links.ts";
import { readLink } from "#tests/support/mail-links.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let site: string;

beforeAll(async () => {
  server = await startTestServer();
  site = server.vitrina.config.siteUrl;
  await createAdmin(server);
});
afterAll(() => server.stop());

function recover(email: string, redirectTo = `${site}/update-password`) {
  const query = new URLSearchParams({ redirect_to: redirectTo });
  return callAuth(server, `recover?${query}`, { body: { email } });
}

/** Requests a recovery mail for a new person; returns the link. */
async function forget(): Promise<{ person: Person; link: URL }> {
  const person = await createDealership(server);
  const { error } = await server
    .anonymous()
    .auth.resetPasswordForEmail(person.email, { redirectTo: `${site}/update-password` });
  expect(error).toBeNull();
  return { person, link: await readLink(server, person.email) };
}

/** Starts a session from a link's fragment, as `detectSessionInUrl` does. */
async function enter(link: URL) {
  const { fragment } = await followLink(link);
  const client = createTestClient(server.url, server.anonKey);
  const { access_token = "", refresh_token = "" } = fragment;
  const { error } = await client.auth.setSession({ access_token, refresh_token });
  expect(error).toBeNull();
  return client;
}

async function signIn({ email }: Person, password: string) {
  const { error } = await server.anonymous().auth.signInWithPassword({ email, password });
  return error?.code ?? "signed in";
}

describe("a person who forgot the password", () => {
  test("gets one mail with a link that signs them in at the new-password page", async () => {
    const { person, link } = await forget();
    expect(await readMailsTo(server.dataDir, person.email)).toHaveLength(1);
    expect(link.origin).toBe(new URL(site).origin);
    const { status, target, fragment } = await followLink(link);
    expect([status, target]).toEqual([303, `${site}/update-password`]);
    expect(fragment).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d{10}$/),
      expires_in: "3600",
      refresh_token: expect.any(String),
      token_type: "bearer",
      type: "recovery",
    });
  });

  test("sets a new one: the old one is refused and every other session ends", async () => {
    const { person, link } = await forget();
    const client = await enter(link);
    const { error } = await client.auth.updateUser({ password: "nueva-clave" });
    expect(error).toBeNull();
    expect(await signIn(person, person.password)).toBe("invalid_credentials");
    expect(await signIn(person, "nueva-clave")).toBe("signed in");
    expect((await person.client.from("vehicles").select("id")).error?.code).toBe("PGRST301");
    expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("gets a mail that the password changed, with a way to undo it", async () => {
    const { person, link } = await forget();
    const client = await enter(link);
    await client.auth.updateUser({ password: "nueva-clave" });
    const [, notice] = await waitForMailsTo(server.dataDir, person.email, 2);
    expect(notice?.subject).toBe("Tu contraseña de Vitrina ha cambiado");
    expect(notice?.text).toContain(`${site}/forgot-password`);
  });

  test("signs in with verifyOtp, by the link's token alone or with the address", async () => {
    for (const withAddress of [false, true]) {
      const { person, link } = await forget();
      const token = link.searchParams.get("token") ?? "";
      const { data, error } = await server
        .anonymous()
        .auth.verifyOtp(
          withAddress
            ? { type: "recovery", email: person.email, token }
            : { type: "recovery", token_hash: token },
        );
      expect(error).toBeNull();
      expect(data.session?.user.id).toBe(person.id);
    }
  });

  test("must choose a new password of at least six characters", async () => {
    const { person, link } = await forget();
    const client = await enter(link);
    const codeFor = async (password: string) =>
      (await client.auth.updateUser({ password })).error?.code;
    expect(await codeFor("corta")).toBe("weak_password");
    expect(await codeFor(person.password)).toBe("same_password");
    expect(await signIn(person, person.password)).toBe("signed in");
  });

  test("confirms the e-mail, and the password set before that stops working", async () => {
    const person = await createDealership(server);
    await server.sql`update auth.users set email_confirmed_at = null where id = ${person.id}`;
    await recover(person.email);
    const client = await enter(await readLink(server, person.email));
    expect(await signIn(person, person.password)).toBe("invalid_credentials");
    await client.auth.updateUser({ password: "nueva-clave" });
    expect(await signIn(person, "nueva-clave")).toBe("signed in");
  });

  test("and leaves without setting one keeps the old password, once confirmed", async () => {
    const { person, link } = await forget();
    await enter(link);
    expect(await signIn(person, person.password)).toBe("signed in");
  });

  test("gets the mail after typing the address in capitals", async () => {
    const person = await createDealership(server);
    await recover(` ${person.email.toUpperCase()} `);
    expect(await waitForMailsTo(server.dataDir, person.email)).toHaveLength(1);
  });

  test("cannot set a password before giving the code of a verified second factor", async () => {
    const { person, link } = await forget();
    await server.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${person.id}, 'totp', 'verified')`;
    const client = await enter(link);
    const { error } = await client.auth.updateUser({ password: "nueva-clave" });
    expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
    expect(await signIn(person, person.password)).toBe("signed in");
  });

  test("gets a mail without a link when the account is closed", async () => {
    const person = await createDealership(server, { active: false });
    expect((await recover(person.email)).body).toEqual({});
    const [mail] = await waitForMailsTo(server.dataDir, person.email);
    expect(mail?.subject).toBe("Tu cuenta de Vitrina no está activa");
    expect(mail?.text).not.toContain("/auth/v1/");
    expect(
      await server.sql`select 1 from auth.one_time_tokens where user_id = ${person.id}`,
    ).toEqual([]);
  });
});

describe("a recovery link (threat 19)", () => {
  test("works once, even when opened twenty times concurrently", async () => {
    const { link } = await forget();
    const answers = await Promise.all(Array.from({ length: 20 }, () => followLink(link)));
    expect(answers.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("that has expired leads to a page that explains it", async () => {
    const { person, link } = await forget();
    await server.sql`update auth.one_time_tokens
      set created_at = created_at - interval '61 minutes' where relates_to = ${person.email}`;
    const { target, fragment } = await followLink(link);
    expect([target, fragment]).toEqual([`${site}/update-password`, expiredLink]);
  });

  test("stops working after a newer one is sent", async () => {
    const { person, link } = await forget();
    await recover(person.email);
    const fresh = await readLink(server, person.email, 2);
    expect((await followLink(link)).fragment).toEqual(expiredLink);
    expect((await followLink(fresh)).fragment).toMatchObject({
      type: "recovery",
      access_token: expect.stringMatching(/^eyJ/),
    });
  });

  test("stops working after the person changes the password", async () => {
    const { person, link } = await forget();
    await person.client.auth.updateUser({ password: "nueva-clave" });
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("stops working after the service or an administrator changes password or address", async () => {
    for (const change of [
      { password: "nueva-clave" },
      { email: `nuevo-${Date.now()}@example.com` },
    ]) {
      const { person, link } = await forget();
      await server.service().auth.admin.updateUserById(person.id, change);
      expect((await followLink(link)).fragment).toEqual(expiredLink);
    }
    const admin = await createAdmin(server);
    const { person, link } = await forget();
    const { error } = await admin.client.rpc("update_user_password_by_admin", {
      p_user_id: person.id,
      p_new_password: "nueva-clave",
    });
    expect(error).toBeNull();
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("opens nothing once the account is closed", async () => {
    const { person, link } = await forget();
    await server.sql`update public.profiles set is_active = false where id = ${person.id}`;
    expect((await followLink(link)).fragment).toEqual(expiredLink);
    await server.sql`update public.profiles set is_active = true where id = ${person.id}`;
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("is not used up by a scanner's HEAD request", async () => {
    const { link } = await forget();
    await fetch(link, { method: "HEAD", redirect: "manual" });
    expect((await followLink(link)).fragment).toMatchObject({
      type: "recovery",
      access_token: expect.stringMatching(/^eyJ/),
    });
  });

  test("does not work as a confirmation link, nor the other way round", async () => {
    const { link } = await forget();
    link.searchParams.set("type", "signup");
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });

  test("leaves no usable secret in the database once the mail is sent", async () => {
    const { person, link } = await forget();
    const token = link.searchParams.get("token") ?? "";
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [kept] = await server.sql`
      select t.token_hash, t::text || u::text || m::text as rows
      from auth.one_time_tokens t join auth.users u on u.id = t.user_id
      join private.outgoing_mail m on m.recipient = u.email and m.state = 'sent'
      where u.id = ${person.id}`;
    expect(kept?.rows).not.toContain(token);
    link.searchParams.set("token", String(kept?.token_hash));
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });
});

describe("an attacker who requests another person's mail (threats 21 and 22)", () => {
  test.each([
    "//evil.example",
    "https://evil.example/update-password",
    "https://localhost@evil.example",
    "http://2130706433/",
    "javascript:alert(1)",
    "\\\\evil.example",
    "",
  ])("cannot redirect it to %j: it leads to the site", async (asked) => {
    const person = await createDealership(server);
    expect((await recover(person.email, asked)).status).toBe(200);
    const link = await readLink(server, person.email);
    expect(link.href.startsWith(`${site}/auth/v1/verify?`)).toBe(true);
    expect(link.searchParams.get("redirect_to")).toBe(`${site}/`);
    expect((await followLink(link)).target).toBe(`${site}/`);
  });

  test("cannot change its host by a forged Host header", async () => {
    const person = await createDealership(server);
    await callAuth(server, "recover", {
      body: { email: person.email },
      headers: {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        origin: "https://evil.example",
        referer: "https://evil.example/",
      },
    });
    const [mail] = await waitForMailsTo(server.dataDir, person.email);
    expect(mail?.text).toContain(`${site}/confirm#`);
    expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example");
  });
});

describe("a visitor who requests mails (threat 20)", () => {
  test("cannot tell from the answer whether an account exists", async () => {
    const open = await createDealership(server);
    const closed = await createDealership(server, { active: false });
    for (const email of [open.email, closed.email, "nadie@example.com"]) {
      const { status, body } = await recover(email);
      expect([status, body]).toEqual([200, {}]);
    }
    expect(await readMailsTo(server.dataDir, "nadie@example.com")).toEqual([]);
  });

  test("cannot tell from the timing either", async () => {
    const time = async (email: string) => {
      const began = performance.now();
      await recover(email);
      return performance.now() - began;
    };
    const known = await createDealership(server);
    // Both take at least the 200 ms minimum; timers may fire slightly early.
    expect(await time(known.email)).toBeGreaterThanOrEqual(195);
    expect(await time("nadie-1@example.com")).toBeGreaterThanOrEqual(195);
  });

  test.each([
    [{}, "validation_failed"],
    [{ email: "" }, "validation_failed"],
    [{ email: "sin-arroba" }, "validation_failed"],
    [{ email: ["a@example.com"] }, "validation_failed"],
    [{ email: "a@example.com\r\nBcc: b@example.com" }, "validation_failed"],
  ])("gets a validation error for %j", async (body, code) => {
    const answer = await callAuth(server, "recover", { body });
    expect([answer.status, answer.body?.code]).toEqual([400, code]);
  });
});

test("a mail is queued, and answered 200, while the mail server is down (fault 10)", async () => {
  const unreachable = await startTestServer({ smtpUrl: "smtp://127.0.0.1:9" });
  try {
    const person = await createDealership(unreachable);
    const { error } = await unreachable.anonymous().auth.resetPasswordForEmail(person.email);
    expect(error).toBeNull();
    const mails = await unreachable.sql`
      select template, state from private.outgoing_mail where recipient = ${person.email}`;
    expect(mails).toEqual([{ template: "recovery", state: "queued" }]);
  } finally {
    await unreachable.stop();
  }
});
