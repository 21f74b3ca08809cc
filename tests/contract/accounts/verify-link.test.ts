import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { expiredLink, followLink } from "#backend-tests/support/mail-links.ts";
import { unusedPhone } from "#backend-tests/support/phones.ts";
import { readLink } from "#tests/support/mail-links.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
});
afterAll(() => server.stop());

/** Requests access and reads the mail; returns the address and the link. */
async function requestAccess() {
  const email = `solicitante-${randomBytes(4).toString("hex")}@example.com`;
  const phone = `1${unusedPhone()}`;
  await server.sql`select public.submit_access_request('Ana', ${phone}, ${email}, 'vendedor', null, 'secreta')`;
  return { email, link: await readLink(server, email) };
}

/** An active account with an unconfirmed e-mail. */
async function createUnconfirmed(): Promise<Person> {
  const person = await createDealership(server);
  await server.sql`update auth.users set email_confirmed_at = null where id = ${person.id}`;
  return person;
}

async function isConfirmed(email: string): Promise<boolean> {
  const [row] = await server.sql<{ confirmed: boolean }[]>`
    select email_confirmed_at is not null as confirmed from auth.users where email = ${email}`;
  return row?.confirmed ?? false;
}

describe("a person who requested access and follows the link", () => {
  test("confirms the e-mail, is not signed in, and can use the link only once", async () => {
    const { email, link } = await requestAccess();
    const first = await followLink(link);
    expect(first.status).toBe(303);
    expect(first.target).toBe(`${server.vitrina.config.siteUrl}/login`);
    expect(first.fragment).toEqual({
      message: "Correo confirmado. Te avisaremos cuando tu cuenta esté activa.",
      type: "signup",
    });
    expect(await isConfirmed(email)).toBe(true);
    const second = await followLink(link);
    expect([second.status, second.fragment]).toEqual([303, expiredLink]);
    expect(
      await server.sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${email}`,
    ).toEqual([]);
  });

  test("twenty times concurrently has it accepted once", async () => {
    const { link } = await requestAccess();
    const answers = await Promise.all(Array.from({ length: 20 }, () => followLink(link)));
    expect(answers.filter(({ fragment }) => fragment.message)).toHaveLength(1);
    expect(answers.filter(({ fragment }) => fragment.error_code === "otp_expired")).toHaveLength(
      19,
    );
  });

  test("after more than an hour gets an error that it has expired", async () => {
    const { email, link } = await requestAccess();
    await server.sql`
      update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = ${email}`;
    expect((await followLink(link)).fragment).toEqual(expiredLink);
    expect(await isConfirmed(email)).toBe(false);
  });

  test("can still use it after a scanner's HEAD request", async () => {
    const { email, link } = await requestAccess();
    await fetch(link, { method: "HEAD", redirect: "manual" });
    expect(await isConfirmed(email)).toBe(false);
    expect((await followLink(link)).fragment.type).toBe("signup");
  });

  test("leaves no usable secret in the database", async () => {
    const { email, link } = await requestAccess();
    const token = link.searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThanOrEqual(32);
    const kept = await server.sql`
      select (t.*)::text || (u.*)::text as row
      from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`;
    expect(kept).toHaveLength(1);
    expect(String(kept[0]?.row)).not.toContain(token);
    const [{ token_hash } = { token_hash: "" }] = await server.sql<{ token_hash: string }[]>`
      select token_hash from auth.one_time_tokens where relates_to = ${email}`;
    link.searchParams.set("token", token_hash);
    expect((await followLink(link)).fragment).toEqual(expiredLink);
  });
});

describe("an active person with an unconfirmed e-mail", () => {
  test("requests another mail and is signed in by the fragment of its link", async () => {
    const person = await createUnconfirmed();
    const { error } = await server.anonymous().auth.resend({ type: "signup", email: person.email });
    expect(error).toBeNull();
    const { fragment } = await followLink(await readLink(server, person.email));
    expect(fragment).toMatchObject({ type: "signup", token_type: "bearer", expires_in: "3600" });
    const client = server.anonymous();
    const { data } = await client.auth.setSession({
      access_token: fragment.access_token ?? "",
      refresh_token: fragment.refresh_token ?? "",
    });
    expect(data.user?.id).toBe(person.id);
  });

  test("signs in with verifyOtp, by the link's token alone or with the address", async () => {
    for (const withAddress of [false, true]) {
      const person = await createUnconfirmed();
      await server.anonymous().auth.resend({ type: "signup", email: person.email });
      const token = (await readLink(server, person.email)).searchParams.get("token") ?? "";
      const { data, error } = await server
        .anonymous()
        .auth.verifyOtp(
          withAddress
            ? { type: "email", email: person.email.toUpperCase(), token }
            : { type: "signup", token_hash: token },
        );
      expect(error).toBeNull();
      expect(data.session?.user.id).toBe(person.id);
    }
  });

  test("cannot use the link of one address for another", async () => {
    const person = await createUnconfirmed();
    await server.anonymous().auth.resend({ type: "signup", email: person.email });
    const token = (await readLink(server, person.email)).searchParams.get("token") ?? "";
    const { error } = await server
      .anonymous()
      .auth.verifyOtp({ type: "signup", email: "otra@example.com", token });
    expect(error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("gets a new link that replaces the old one, and only one after a double click", async () => {
    const person = await createUnconfirmed();
    const resend = () => server.anonymous().auth.resend({ type: "signup", email: person.email });
    await resend();
    const old = await readLink(server, person.email);
    await resend();
    await server.sql`
      update auth.users set confirmation_sent_at = now() - interval '11 seconds' where id = ${person.id}`;
    await resend();
    const fresh = await readLink(server, person.email, 2);
    expect((await followLink(old)).fragment).toEqual(expiredLink);
    expect((await followLink(fresh)).fragment).toMatchObject({
      type: "signup",
      access_token: expect.stringMatching(/^eyJ/),
    });
  });
});

describe("a visitor who requests a mail", () => {
  test("cannot tell whether the address has an account", async () => {
    const { email } = await createDealership(server);
    const { email: waiting } = await requestAccess();
    for (const address of [email, waiting, "nadie@example.com"]) {
      const { status, body } = await callAuth(server, "resend", {
        body: { type: "signup", email: address },
      });
      expect([status, body]).toEqual([200, {}]);
    }
    const mails = await server.sql`
      select id from private.outgoing_mail where recipient = any(${[email, "nadie@example.com"]})`;
    expect(mails).toEqual([]);
  });
});

describe("a link that an attacker has changed", () => {
  test.each([
    "//evil.example",
    "https://evil.example/login",
    "https://localhost@evil.example",
    "http://2130706433/",
    "javascript:alert(1)",
    "\\\\evil.example",
  ])("to redirect to %s leads to the site", async (asked) => {
    const { link } = await requestAccess();
    link.searchParams.set("redirect_to", asked);
    const { target } = await followLink(link);
    expect(target).toBe(`${server.vitrina.config.siteUrl}/`);
  });

  test("by a forged Host header does not lead to the attacker's address", async () => {
    const { link } = await requestAccess();
    link.searchParams.delete("redirect_to");
    const { target } = await followLink(link, {
      "x-forwarded-host": "evil.example",
      referer: "https://evil.example/",
    });
    expect(target).toBe(`${server.vitrina.config.siteUrl}/`);
  });

  test.each([
    ["token", "", "validation_failed"],
    ["token", "0".repeat(64), "otp_expired"],
    ["type", "recovery", "otp_expired"],
    ["type", "magiclink", "otp_expired"],
    ["type", "'; drop table auth.users", "validation_failed"],
  ])("with the %s «%s» is refused with %s and confirms nothing", async (name, value, code) => {
    const { email, link } = await requestAccess();
    link.searchParams.set(name, value);
    expect((await followLink(link)).fragment.error_code).toBe(code);
    expect(await isConfirmed(email)).toBe(false);
  });
});
