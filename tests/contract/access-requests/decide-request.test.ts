import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { REQUEST_UNDER_REVIEW } from "#contract/accounts/access-request.ts";
import { toVerifyLink } from "#tests/support/mail-links.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import {
  findRequest,
  invoke,
  submitRequest,
  type AccessRequestForm,
  makeAccessRequest,
} from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createAdmin(server);
});
afterAll(() => server.stop());

async function submit(changes: Partial<AccessRequestForm> = {}) {
  const typed = makeAccessRequest(changes);
  await submitRequest(server, typed);
  return { typed, request: await findRequest(server, typed.email) };
}

const decide = (by: Person["client"], body: Record<string, unknown>) =>
  invoke(by, "manage-access-request", body);

const success = { status: 200, body: { success: true } };

describe("an administrator", () => {
  test("approves a request: the profile becomes active with a free slug and gets a mail", async () => {
    const { typed, request } = await submit({ name: "Autos Núñez" });
    expect(await decide(admin.client, { requestId: request.id, status: "approved" })).toEqual(
      success,
    );
    const [row] = await server.sql`
      select r.status, r.decided_by, r.decided_at, p.is_active, p.role, p.public_slug, u.banned_until,
        r.phone as asked_phone, p.config -> 'profile' as contact
      from public.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = p.id
      where r.id = ${request.id}`;
    expect(row).toMatchObject({
      status: "approved",
      decided_by: admin.id,
      decided_at: expect.any(Date),
      is_active: true,
      role: "concesionario",
      public_slug: "autos-nunez",
      banned_until: null,
      contact: { phone: `+${row?.asked_phone}`, whatsapp: `+${row?.asked_phone}` },
    });
    const mails = await waitForMailsTo(server.dataDir, typed.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain("Tu acceso a Vitrina está aprobado");
  });

  test("lists an applicant's account as pending, and as active once approved", async () => {
    const { request } = await submit();
    const idle = await createDealership(server, { active: false });
    const inState = async (asked: string, active?: string) => {
      let query = admin.client
        .rpc("get_user_profiles_with_vehicle_counts", {}, { count: "exact" })
        .select("id,asked_role")
        .filter("asked_role", asked, "null")
        .in("id", [request.user_id, idle.id]);
      if (active) query = query.eq("is_active", active);
      const { data, count } = await query;
      const rows = [data ?? []].flat();
      expect(count).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await inState("not.is")).toEqual([request.user_id]);
    expect(await inState("is", "false")).toEqual([idle.id]);
    expect(await inState("is", "true")).toEqual([]);
    await decide(admin.client, { requestId: request.id, status: "approved" });
    expect(await inState("not.is")).toEqual([]);
    expect(await inState("is", "true")).toEqual([request.user_id]);
  });

  test("approves without a phone that was taken meantime, and gets a warning", async () => {
    const holder = await createDealership(server);
    const { request } = await submit({ phone: `+${holder.phone}` });
    expect(await decide(admin.client, { requestId: request.id, status: "approved" })).toEqual({
      status: 200,
      body: {
        success: true,
        notice:
          "Su teléfono ya es de otra cuenta: entrará con su correo electrónico, y de momento sin teléfono.",
      },
    });
    const rows = await server.sql`
      select is_active, phone from public.profiles where id = ${request.user_id ?? ""}`;
    expect(rows).toEqual([{ is_active: true, phone: null }]);
  });

  test.each(["concesionario", "vendedor"] as const)(
    "lets a %s sign in only after approval",
    async (account_type) => {
      const { typed, request } = await submit({ account_type });
      await server.sql`update auth.users set email_confirmed_at = now() where id = ${request.user_id}`;
      const signIn = () =>
        server
          .anonymous()
          .auth.signInWithPassword({ email: typed.email, password: typed.password });
      expect((await signIn()).error).toMatchObject({
        code: "user_banned",
        message: REQUEST_UNDER_REVIEW,
      });
      const wrong = await server
        .anonymous()
        .auth.signInWithPassword({ email: typed.email, password: "otra-clave" });
      expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
      await decide(admin.client, { requestId: request.id, status: "approved" });
      expect((await signIn()).error).toBeNull();
      const [row] = await server.sql`
        select config -> 'profile' ->> 'whatsapp' as whatsapp from public.profiles
        where id = ${request.user_id}`;
      expect(row?.whatsapp).toMatch(/^\+\d{8,}$/);
      await server.sql`update public.profiles set is_active = false where id = ${request.user_id}`;
      expect((await signIn()).error).toMatchObject({
        code: "user_banned",
        message: "User is banned",
      });
    },
  );

  test("puts an approved salesperson into the chosen dealership", async () => {
    const dealership = await createDealership(server);
    const { request } = await submit({ account_type: "vendedor" });
    const answer = await decide(admin.client, {
      requestId: request.id,
      status: "approved",
      dealershipId: dealership.id,
    });
    expect(answer).toEqual(success);
    const [profile] =
      await server.sql`select role, dealership_id from public.profiles where id = ${request.user_id}`;
    expect(profile).toEqual({ role: "vendedor", dealership_id: dealership.id });
  });

  test("rejects: the account is deleted, and the same address can apply again", async () => {
    const { typed, request } = await submit();
    // Mails still queued for an address are deleted with its account.
    await waitForMailsTo(server.dataDir, typed.email);
    expect(await decide(admin.client, { requestId: request.id, status: "rejected" })).toEqual(
      success,
    );
    const [kept] = await server.sql`
      select status, user_id, name, email, message from public.access_requests where id = ${request.id}`;
    expect(kept).toEqual({
      status: "rejected",
      user_id: null,
      name: "******",
      email: "******",
      message: null,
    });
    expect(await server.sql`select 1 from auth.users where email = ${typed.email}`).toHaveLength(0);
    const mails = await waitForMailsTo(server.dataDir, typed.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain("Tu solicitud de acceso a Vitrina");

    expect(await submitRequest(server, typed)).toEqual(success);
    expect(await findRequest(server, typed.email)).toMatchObject({ status: "pending" });
  });

  test("of two who decide at the same time, the first wins and the second gets an error", async () => {
    const other = await createAdmin(server);
    const { typed, request } = await submit();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        decide(turn % 2 === 0 ? admin.client : other.client, {
          requestId: request.id,
          status: turn % 2 === 0 ? "approved" : "rejected",
        }),
      ),
    );
    const winners = answers.filter(({ body }) => JSON.stringify(body) === '{"success":true}');
    expect(winners).toHaveLength(1);
    // A rejected request keeps no e-mail address.
    const [decided] = await server.sql`
      select status, user_id from public.access_requests where id = ${request.id}`;
    const { status, user_id } = decided ?? {};
    const refusal =
      status === "approved" ? "La solicitud ya fue aprobada." : "La solicitud ya fue rechazada.";
    expect(answers.filter((answer) => answer !== winners[0])).toEqual(
      Array.from({ length: 9 }, () => ({ status: 200, body: { error: refusal } })),
    );
    const profiles =
      await server.sql`select is_active from public.profiles where email = ${typed.email}`;
    expect(profiles).toEqual(status === "approved" ? [{ is_active: true }] : []);
    expect(user_id !== null).toBe(status === "approved");
    const mails =
      await server.sql`select template from private.outgoing_mail where recipient = ${typed.email} and template <> 'verify-email'`;
    expect(mails).toEqual([{ template: `access-${status}` }]);
  });

  test.each([
    [{ requestId: "1", status: "approved" }, "La solicitud no es válida."],
    [
      { requestId: "00000000-0000-4000-8000-000000000000", status: "pending" },
      "La decisión no es válida.",
    ],
    [
      { requestId: "00000000-0000-4000-8000-000000000000", status: "approved" },
      "La solicitud no existe o ha cambiado. Revisa la lista.",
    ],
    [{}, "La solicitud no es válida."],
  ])("gets a validation error for %j", async (body, error) => {
    expect(await decide(admin.client, body)).toEqual({ status: 200, body: { error } });
  });
});

describe("a caller who is not an administrator", () => {
  const onlyAdmin = {
    status: 403,
    body: { error: "Solo un administrador puede decidir sobre las solicitudes." },
  };
  const notAuthenticated = { status: 401, body: { error: "Not authenticated" } };

  test("cannot decide a request: dealer, salesperson, visitor and service key", async () => {
    const dealership = await createDealership(server);
    const salesperson = await createSalesperson(server, dealership.id);
    const { typed, request } = await submit();
    const body = { requestId: request.id, status: "approved" };
    expect(await decide(dealership.client, body)).toEqual(onlyAdmin);
    expect(await decide(salesperson.client, body)).toEqual(onlyAdmin);
    expect(await decide(server.anonymous(), body)).toEqual(notAuthenticated);
    expect((await decide(server.service(), body)).status).toBe(403);
    expect(await findRequest(server, typed.email)).toMatchObject({ status: "pending" });
  });

  test("cannot decide a request through REST", async () => {
    const dealership = await createDealership(server);
    const { typed, request } = await submit();
    const written = await dealership.client
      .from("access_requests")
      .update({ status: "approved" })
      .eq("id", request.id);
    const called = await dealership.client.rpc("decide_access_request", {
      p_request_id: request.id,
      p_status: "approved",
    });
    expect([written.status, called.status]).toEqual([403, 403]);
    expect(await findRequest(server, typed.email)).toMatchObject({ status: "pending" });
  });

  test("an administrator with an ended session cannot decide a request", async () => {
    const former = await createAdmin(server);
    const { data } = await former.client.auth.getSession();
    await former.client.auth.signOut({ scope: "local" });
    const { typed, request } = await submit();
    const answer = await fetch(`${server.url}/functions/v1/manage-access-request`, {
      method: "POST",
      headers: { apikey: server.anonKey, authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ requestId: request.id, status: "approved" }),
    });
    expect(answer.status).toBe(401);
    expect(await findRequest(server, typed.email)).toMatchObject({ status: "pending" });
  });
});

describe("an applicant", () => {
  test("signs in by phone or e-mail only after confirming the e-mail and being approved", async () => {
    const { typed, request } = await submit();
    const [mail] = await waitForMailsTo(server.dataDir, typed.email);
    const byEmail = { email: typed.email, password: typed.password };
    const byPhone = { phone: request.phone, password: typed.password };
    const signIn = async (way: typeof byEmail | typeof byPhone) =>
      (await server.anonymous().auth.signInWithPassword(way)).error?.code ?? "signed in";

    expect(await signIn(byEmail)).not.toBe("signed in");
    await fetch(toVerifyLink(linksOf(mail)[0] ?? ""), { redirect: "manual" });
    expect(await signIn(byEmail)).not.toBe("signed in");
    expect(await signIn(byPhone)).toBe("invalid_credentials");
    await decide(admin.client, { requestId: request.id, status: "approved" });
    expect(await signIn(byEmail)).toBe("signed in");
    expect(await signIn(byPhone)).toBe("signed in");
  });
});
