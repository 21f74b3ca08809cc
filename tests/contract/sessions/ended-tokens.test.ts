import { afterAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { makeInquiry } from "#tests/support/leads.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { makeAccessRequest } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
afterAll(() => server.stop());

/** Every way to send a token; an endpoint that accepts one must reject an ended one. */
const carriers: [string, (token: string) => { headers: Record<string, string>; query: string }][] =
  [
    [
      "as bearer",
      (token) => ({
        headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
        query: "",
      }),
    ],
    [
      "as bearer in small letters",
      (token) => ({
        headers: { apikey: server.anonKey, authorization: `bearer ${token}` },
        query: "",
      }),
    ],
    ["as api key alone", (token) => ({ headers: { apikey: token }, query: "" })],
    [
      "as api key and bearer",
      (token) => ({ headers: { apikey: token, authorization: `Bearer ${token}` }, query: "" }),
    ],
    ["as api key in the address", (token) => ({ headers: {}, query: `apikey=${token}` })],
    [
      "as api key in the address, and bearer",
      (token) => ({ headers: { authorization: `Bearer ${token}` }, query: `apikey=${token}` }),
    ],
  ];

type Endpoint = { method: string; path: string; body?: unknown };

const endpointsOf = (owner: Person, victim: Person): Endpoint[] => [
  { method: "GET", path: "/rest/v1/profiles?select=email" },
  { method: "GET", path: `/rest/v1/vehicles?select=id&user_id=eq.${owner.id}&published=is.false` },
  {
    method: "POST",
    path: "/rest/v1/vehicles",
    body: { user_id: owner.id, brand: "Kia", model: "Muerto", year: 2020 },
  },
  { method: "PATCH", path: `/rest/v1/profiles?id=eq.${owner.id}`, body: { full_name: "Muerto" } },
  { method: "POST", path: "/rest/v1/rpc/get_own_sessions", body: {} },
  {
    method: "POST",
    path: "/rest/v1/rpc/delete_salesperson_by_dealership",
    body: { p_salesperson_id: victim.id },
  },
  { method: "GET", path: "/auth/v1/user" },
  { method: "PUT", path: "/auth/v1/user", body: { password: "robada-123" } },
  { method: "POST", path: "/auth/v1/factors", body: { factor_type: "totp", friendly_name: "x" } },
  { method: "POST", path: "/storage/v1/object/list/vehicle_images", body: { prefix: owner.id } },
  {
    method: "POST",
    path: `/storage/v1/object/sign/vehicle_images/${owner.id}/a.jpg`,
    body: { expiresIn: 60 },
  },
  {
    method: "DELETE",
    path: "/storage/v1/object/vehicle_images",
    body: { prefixes: [`${owner.id}/a.jpg`] },
  },
  {
    method: "POST",
    path: "/functions/v1/update-user-password-by-admin",
    body: { userId: victim.id, newPassword: "robada-123" },
  },
  {
    method: "POST",
    path: "/functions/v1/create-salesperson",
    body: { email: "muerto@example.com", password: "robada-123", fullName: "Muerto" },
  },
];

/** Everything that the endpoints could change or show. */
const everything = async (owner: Person) => ({
  rows: [
    ...(await server.sql`select to_jsonb(p) - 'updated_at' as row from public.profiles p order by id`),
    ...(await server.sql`select to_jsonb(v) as row from public.vehicles v order by id`),
    ...(await server.sql`select id, encrypted_password from auth.users order by id`),
    ...(await server.sql`select id from auth.mfa_factors order by id`),
    ...(await server.sql`select name, version from storage.objects where name like ${`${owner.id}/%`} order by 1`),
  ],
});

/** The ways a session ends, other than by expiry. */
const endings: [string, (person: Person) => PromiseLike<unknown>][] = [
  ["signed out", ({ client }) => client.auth.signOut()],
  [
    "was put out by the person's other device",
    async ({ email, password }) => {
      const other = server.anonymous();
      await other.auth.signInWithPassword({ email, password });
      return other.auth.signOut({ scope: "others" });
    },
  ],
  [
    "changed the password elsewhere",
    async (person) => {
      const other = server.anonymous();
      await other.auth.signInWithPassword(person);
      return other.auth.updateUser({ password: "otra-clave-9" });
    },
  ],
  [
    "was deactivated",
    ({ id }) => admin.client.from("profiles").update({ is_active: false }).eq("id", id),
  ],
  ["was deleted", ({ id }) => admin.client.rpc("delete_user_by_admin", { target_user_id: id })],
  [
    "was banned by the service key",
    ({ id }) => server.service().auth.admin.updateUserById(id, { ban_duration: "24h" }),
  ],
];

describe("threat 16 and 17: the token of a dealer's ended session", () => {
  test.each(endings)(
    "is refused everywhere after the dealer %s, however it is sent",
    async (_, end) => {
      const owner = await createDealership(server);
      const victim = await createSalesperson(server, owner.id);
      const photos = owner.client.storage.from("vehicle_images");
      await photos.upload(`${owner.id}/a.jpg`, await smallJpeg());
      const signed = await photos.createSignedUploadUrl(`${owner.id}/b.jpg`);
      const token = await tokenOf(owner);
      const endpoints = endpointsOf(owner, victim);
      expect(await open(endpoints[0], "as bearer", token)).toMatchObject({ status: 200 });

      await end(owner);
      const before = await everything(owner);
      for (const [carrier] of carriers) {
        for (const endpoint of endpoints) {
          const { status, text } = await open(endpoint, carrier, token);
          const details = [carrier, endpoint.method, endpoint.path, status, text];
          expect(isShut(status, text), details.join(" ")).toBe(true);
          expect(text).not.toContain(owner.email);
        }
      }
      const late = await server
        .anonymous()
        .storage.from("vehicle_images")
        .uploadToSignedUrl(`${owner.id}/b.jpg`, signed.data?.token ?? "", await smallJpeg());
      expect(late.error).toMatchObject({ statusCode: "403" });
      expect(await everything(owner)).toEqual(before);
    },
  );
});

/**
 * What visitors may submit, with new values each time: function, input, and count of stored rows.
 */
const forms: [name: string, type: () => Record<string, unknown>, count: () => Promise<number>][] = [
  ["send-lead-notification", () => makeInquiry(dealer), countLeads],
  [
    "send-referral-notification",
    () => ({
      recipientId: dealer.id,
      referrerName: "Ana",
      referrerPhone: "3055550123",
      referredName: crypto.randomUUID(),
      referredPhone: "3055550124",
    }),
    countLeads,
  ],
  [
    "request-access",
    makeAccessRequest,
    async () => (await server.sql`select from public.access_requests`).length,
  ],
];

async function countLeads(): Promise<number> {
  return (await server.sql`select from public.leads`).length;
}

/** Calls a function with anyone's token, impersonating the dealer if the caller may. */
async function callFunction(name: string, token: string, body: unknown) {
  const headers = {
    apikey: server.anonKey,
    authorization: `Bearer ${token}`,
    "x-impersonated-user": dealer.id,
    "content-type": "application/json",
  };
  const address = `${server.url}/functions/v1/${name}`;
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const sessionEnded = {
  status: 401,
  body: { error: "Tu sesión ha caducado. Por favor, inicia sesión de nuevo." },
};

describe("threat 17: functions that visitors may call too", () => {
  test.each(forms)(
    "%s rejects an administrator who has signed out, and serves everyone else",
    async (name, type, count) => {
      const { client } = await createAdmin(server);
      const token = await tokenOf({ client });
      const send = async (bearer: string) => {
        const before = await count();
        const answer = await callFunction(name, bearer, type());
        return { ...answer, kept: (await count()) - before };
      };
      const accepted = { status: 200, body: { success: true }, kept: 1 };
      expect(await send(token)).toEqual(accepted);
      await client.auth.signOut();
      const lines = await server.sql`select from public.audit_log`;
      expect(await send(token)).toEqual({ ...sessionEnded, kept: 0 });
      expect(await send(server.anonKey)).toEqual(accepted);
      expect(await server.sql`select from public.audit_log`).toHaveLength(lines.length);
    },
  );

  test("a signed-out dealer cannot ask about an own hidden vehicle until signed in again", async () => {
    const owner = await createDealership(server);
    const [hidden] = await server.sql`
      insert into public.vehicles (user_id, brand, model, year) values (${owner.id}, 'Kia', 'Rio', 2020) returning id`;
    const about = { type: "vehicle_inquiry", vehicleId: hidden?.id };
    const ask = (token: string) =>
      callFunction("send-lead-notification", token, { ...makeInquiry(owner), ...about });
    const token = await tokenOf(owner);
    expect((await ask(token)).status).toBe(200);
    await owner.client.auth.signOut();
    expect(await ask(token)).toEqual(sessionEnded);
    expect((await ask(server.anonKey)).status).toBe(400);
    await owner.client.auth.signInWithPassword(owner);
    expect((await ask(await tokenOf(owner))).status).toBe(200);
  });
});

test("a deactivated dealer gets only what a visitor gets from any function", async () => {
  const owner = await createDealership(server);
  const token = await tokenOf(owner);
  await admin.client.from("profiles").update({ is_active: false }).eq("id", owner.id);
  const functions = await server.sql<{ name: string; args: string[] | null }[]>`
    select proname as name, proargnames[1:pronargs] as args from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', oid, 'execute') order by 1`;
  expect(functions.length).toBeGreaterThan(10);
  const answered: string[] = [];
  for (const { name, args } of functions) {
    const body = Object.fromEntries((args ?? []).map((arg) => [arg, owner.id]));
    const endpoint = { method: "POST", path: `/rest/v1/rpc/${name}`, body };
    const { status, text } = await open(endpoint, "as bearer", token);
    if (!isShut(status, text)) answered.push(`${name}: ${status} ${text}`);
  }
  expect(answered).toEqual([
    "admin_exists: 200 true",
    expect.stringMatching(/^get_sitemap_size: 200 \d+$/),
    "record_contact_tap: 204 ",
    "record_vehicle_view: 204 ",
    "stop_weekly_mail: 204 ",
  ]);
});

/** Refused, or an answer without rows and objects. */
function isShut(status: number, text: string): boolean {
  return status >= 400 || text === "[]" || /^\{"error":/.test(text);
}

async function open(endpoint: Endpoint | undefined, carrier: string, token: string) {
  const [, carry] = carriers.find(([name]) => name === carrier) ?? [];
  if (!endpoint || !carry) throw new Error("There is no such endpoint or carrier.");
  const { headers, query } = carry(token);
  const path = query
    ? `${endpoint.path}${endpoint.path.includes("?") ? "&" : "?"}${query}`
    : endpoint.path;
  const { status, body } = await sendRaw(server.url, {
    method: endpoint.method,
    path,
    headers: { ...headers, "content-type": "application/json" },
    ...(endpoint.body ? { body: Buffer.from(JSON.stringify(endpoint.body)) } : {}),
  });
  return { status, text: body.toString() };
}
