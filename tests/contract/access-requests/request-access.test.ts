import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf, readMailsTo, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { toVerifyLink } from "#tests/support/mail-links.ts";
import { createDealership } from "#tests/support/people.ts";
import { findRequest, submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function countTraces(email: string) {
  const [traces] = await server.sql`
    select
      (select count(*)::int from auth.users where email = ${email}) as users,
      (select count(*)::int from public.profiles where email = ${email}) as profiles,
      (select count(*)::int from public.access_requests where email = ${email}) as requests,
      (select count(*)::int from private.outgoing_mail where recipient = ${email}) as mails`;
  return traces;
}

describe("a visitor who requests access", () => {
  test("gets an account, an inactive profile, a pending request and a mail together", async () => {
    const typed = makeAccessRequest();
    expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { success: true } });
    expect(await countTraces(typed.email)).toEqual({
      users: 1,
      profiles: 1,
      requests: 1,
      mails: 1,
    });

    const digits = `1${typed.phone.replaceAll(/\D/g, "")}`;
    const [row] = await server.sql`
      select r.status, r.account_type, r.message, r.phone, p.is_active, p.role, p.public_slug, u.phone as sign_in_phone,
        u.email_confirmed_at, u.encrypted_password
      from public.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      where r.email = ${typed.email}`;
    expect(row).toMatchObject({
      status: "pending",
      account_type: "concesionario",
      message: "Tengo cuarenta coches.",
      phone: digits,
      sign_in_phone: null,
      is_active: false,
      role: "vendedor",
      public_slug: null,
      email_confirmed_at: null,
    });
    expect(row?.encrypted_password).toMatch(/^\$2[aby]\$/);
  });

  test("gets a mail with a link that confirms the address once", async () => {
    const typed = makeAccessRequest();
    await submitRequest(server, typed);
    const [mail] = await waitForMailsTo(server.dataDir, typed.email);
    expect(mail?.subject).toBe("Confirma tu correo para acceder a Vitrina");
    expect(mail?.text).toContain("Hola, Ana Pérez:");
    const [link = ""] = linksOf(mail);
    expect(link).toMatch(`${server.url}/confirm#token_hash=`);

    const first = await fetch(toVerifyLink(link), { redirect: "manual" });
    expect(first.status).toBe(303);
    expect(first.headers.get("location")).toMatch(`${server.url}/login`);
    const [confirmed] =
      await server.sql`select email_confirmed_at from auth.users where email = ${typed.email}`;
    expect(confirmed?.email_confirmed_at).toBeInstanceOf(Date);

    const second = await fetch(toVerifyLink(link), { redirect: "manual" });
    expect(second.headers.get("location")).toContain("error_code=otp_expired");
  });

  test("leaves no readable password, and no secret once the mail is sent", async () => {
    const typed = makeAccessRequest({ password: "una-clave-muy-rara-8841" });
    await submitRequest(server, typed);
    const [mail] = await waitForMailsTo(server.dataDir, typed.email);
    const token = toVerifyLink(linksOf(mail)[0] ?? "").searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(30);
    await expect
      .poll(
        () =>
          server.sql`select state, data from private.outgoing_mail where recipient = ${typed.email}`,
      )
      .toEqual([{ state: "sent", data: {} }]);
    expect(await findInDatabase(typed.password)).toEqual([]);
    expect(await findInDatabase(token)).toEqual([]);
  });

  test("twenty times concurrently gets one stored request and one mail", async () => {
    const typed = makeAccessRequest();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submitRequest(server, typed)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, body: { success: true } })]),
    );
    expect(await countTraces(typed.email)).toEqual({
      users: 1,
      profiles: 1,
      requests: 1,
      mails: 1,
    });
  });

  test.each([
    ["(415) 555-0143 ext. 12", "Tengo cuarenta coches.\nExtensión del teléfono: 12", "14155550143"],
    ["415-555-0144 x7", "Tengo cuarenta coches.\nExtensión del teléfono: 7", "14155550144"],
    ["+52 1 55 1234 5671", "Tengo cuarenta coches.", "525512345671"],
  ])("with the phone %j has only its digits stored", async (phone, message, digits) => {
    const typed = makeAccessRequest({ phone });
    expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { success: true } });
    expect(
      await server.sql`select phone, message from public.access_requests where email = ${typed.email}`,
    ).toEqual([{ phone: digits, message }]);
  });

  test.each([
    [{ name: " " }, "Escribe tu nombre."],
    [{ phone: "12" }, "El número de teléfono no es válido."],
    [{ phone: "call me" }, "El número de teléfono no es válido."],
    [{ email: "ana" }, "El correo electrónico no es válido."],
    [{ password: "12345" }, "La contraseña debe tener al menos 6 caracteres."],
    [{ message: "x".repeat(2001) }, "El mensaje puede tener como máximo 2000 caracteres."],
  ])("with %j gets a validation error, and nothing is stored", async (changes, error) => {
    const typed = makeAccessRequest(changes);
    expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { error } });
    expect(await countTraces(typed.email)).toEqual({
      users: 0,
      profiles: 0,
      requests: 0,
      mails: 0,
    });
  });

  test("cannot apply for an administrator account", async () => {
    const typed = makeAccessRequest({ account_type: "admin" });
    expect(await submitRequest(server, typed)).toEqual({
      status: 200,
      body: { error: expect.any(String) },
    });
    expect(await countTraces(typed.email)).toMatchObject({ users: 0, requests: 0 });
  });
});

describe("a stranger who requests access with another person's address", () => {
  test("gets the usual answer and changes nothing; the owner gets one mail an hour", async () => {
    const owner = await createDealership(server);
    const before = await snapshot(owner.id);
    const typed = makeAccessRequest({ email: owner.email.toUpperCase() });
    for (const _attempt of [1, 2, 3]) {
      expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { success: true } });
    }
    expect(await snapshot(owner.id)).toEqual(before);
    expect(await countTraces(owner.email)).toMatchObject({ users: 1, requests: 0, mails: 1 });
    const [mail] = await waitForMailsTo(server.dataDir, owner.email);
    expect(mail?.subject).toBe("Ya tienes una cuenta en Vitrina");
    expect(mail?.text).not.toContain(typed.name);
  });

  test("cannot set the password of a pending request", async () => {
    const typed = makeAccessRequest();
    await submitRequest(server, typed);
    const { user_id } = await findRequest(server, typed.email);
    const before = await snapshot(user_id ?? "");
    await submitRequest(server, { ...typed, password: "otra-clave", name: "Otro Nombre" });
    expect(await snapshot(user_id ?? "")).toEqual([{ ...before[0], encrypted_password: "" }]);
  });

  test("cannot take the owner's phone, and gets the usual answer", async () => {
    const owner = await createDealership(server);
    const typed = makeAccessRequest({ phone: `+${owner.phone}` });
    expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { success: true } });
    const holders = await server.sql`select id from auth.users where phone = ${owner.phone}`;
    expect(holders).toEqual([{ id: owner.id }]);
  });
});

describe("a malicious name", () => {
  test("becomes neither a header nor markup in the mail", async () => {
    const typed = makeAccessRequest({ name: "Ana\r\nBcc: victim@example.com" });
    expect(await submitRequest(server, typed)).toEqual({
      status: 200,
      body: { error: expect.any(String) },
    });
    const advertising = makeAccessRequest({ name: "Premio en malo.example" });
    await submitRequest(server, advertising);
    const [mail] = await waitForMailsTo(server.dataDir, advertising.email);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("malo.example");
    expect(await readMailsTo(server.dataDir, "victim@example.com")).toEqual([]);
  });
});

describe("the rows behind a request", () => {
  test("cannot be written, read or decided through REST by a visitor", async () => {
    const typed = makeAccessRequest();
    await submitRequest(server, typed);
    const { id } = await findRequest(server, typed.email);
    const visitor = server.anonymous();
    const attempts = await Promise.all([
      visitor.from("access_requests").insert({ name: "x", phone: "1", email: "x@example.com" }),
      visitor.from("access_requests").update({ status: "approved" }).eq("id", id),
      visitor.from("access_requests").delete().eq("id", id),
      visitor.from("access_requests").select("*"),
      visitor.rpc("decide_access_request", { p_request_id: id, p_status: "approved" }),
      visitor.rpc("submit_access_request", {
        p_name: "x",
        p_phone: "15005550006",
        p_email: "x@example.com",
        p_account_type: "vendedor",
        p_message: null,
        p_password: "123456",
      }),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 401));
    expect(await findRequest(server, typed.email)).toMatchObject({ status: "pending" });
    expect(await countTraces("x@example.com")).toMatchObject({ users: 0, requests: 0 });
  });
});

async function snapshot(userId: string) {
  return server.sql`
    select u.encrypted_password, u.email, u.phone, u.raw_user_meta_data, p.full_name, p.role, p.is_active
    from auth.users u join public.profiles p on p.id = u.id where u.id = ${userId}`;
}

/** Every table and column, in any schema, that contains a text. */
async function findInDatabase(text: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await server.sql.unsafe(
        `select 1 from ${name} as t where t::text like $1 limit 1`,
        [`%${text}%`],
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}
