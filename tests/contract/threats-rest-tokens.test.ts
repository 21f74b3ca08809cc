import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAuth } from "#tests/support/auth-calls.ts";
import {
  createDealership,
  createSalesperson,
  type Person,
  tokenOf,
} from "#tests/support/people.ts";
import { findRequest, submitRequest, typeRequest } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let seller: Person;
let shown: string;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${dealer.id}, 'Kia', 'Visible', 2020, true) returning id`;
  shown = row?.id ?? "";
});
afterAll(() => server.stop());

const vehicle = (model: string, owner: Person) => ({
  user_id: owner.id,
  brand: "Kia",
  model,
  year: 2020,
});

const rowsOf = async (owner: Person) => [
  ...(await server.sql`select * from public.vehicles where user_id = ${owner.id} order by id`),
];

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Sends a bare request with a token; gives its status. */
async function send(token: string, path: string, { method, body, headers }: Call = {}) {
  const answer = await fetch(`${server.url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Every kind of write that a dealership's token could do through REST. */
async function writeWith(token: string, owner: Person) {
  const mine = `/rest/v1/vehicles?user_id=eq.${owner.id}`;
  const merge = { prefer: "resolution=merge-duplicates" };
  return [
    await send(token, "/rest/v1/vehicles", { body: vehicle("Nuevo", owner) }),
    await send(token, "/rest/v1/vehicles", { body: vehicle("Nuevo", owner), headers: merge }),
    await send(token, mine, { method: "PATCH", body: { price: "1" } }),
    await send(token, mine, { method: "DELETE" }),
  ];
}

describe("threat 17: the token of a session that has ended", () => {
  test("a dealer writes with it until signing out, and nothing after", async () => {
    const leaver = await createDealership(server);
    const token = await tokenOf(leaver);
    expect(await writeWith(token, leaver)).toEqual([201, 201, 204, 204]);
    const body = vehicle("Antes", leaver);
    expect(await send(token, "/rest/v1/vehicles", { body })).toBe(201);
    const before = await rowsOf(leaver);
    await leaver.client.auth.signOut();
    expect(await writeWith(token, leaver)).toEqual([401, 401, 401, 401]);
    const view = { body: { p_vehicle_id: shown } };
    expect(await send(token, "/rest/v1/rpc/record_vehicle_view", view)).toBe(401);
    expect(await rowsOf(leaver)).toEqual(before);
    expect(await viewsOf()).toBe(0);
  });

  test("a salesperson who is deleted by the dealership is nobody to auth, rest, storage and functions", async () => {
    const former = await createSalesperson(server, dealer.id);
    const token = await tokenOf(former);
    const before = await rowsOf(dealer);
    const list = "/storage/v1/object/list/vehicle_images";
    const prefix = { body: { prefix: dealer.id } };
    const doors = async () => [
      await send(token, "/auth/v1/user"),
      await send(token, "/rest/v1/vehicles?select=id"),
      await send(token, list, prefix),
    ];
    expect(await doors()).toEqual([200, 200, 200]);
    await dealer.client.rpc("delete_salesperson_by_dealership", { p_salesperson_id: former.id });
    expect(await doors()).toEqual([403, 401, 400]);
    expect(await writeWith(token, dealer)).toEqual([401, 401, 401, 401]);
    const decode = "/functions/v1/decode-vin";
    expect(await send(token, decode, { body: { vin: "1HGCM82633A004352" } })).toBe(401);
    expect(await rowsOf(dealer)).toEqual(before);
  });
});

describe("threat 26: a forged token", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hmac = (text: string, secret: string) =>
    `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;

  test("an attacker who writes with it is refused by rest, storage and auth, and the dealer is not", async () => {
    const owner = await createDealership(server);
    const genuine = await tokenOf(owner);
    const [head = "", body = "", signature = ""] = genuine.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const jwk = publicKey.export({ format: "jwk" });
    const rsa = `${encode({ alg: "RS256", typ: "JWT", jwk, kid: "1" })}.${body}`;
    const forged = {
      "no algorithm": `${encode({ alg: "none", typ: "JWT" })}.${body}.`,
      "no algorithm and the old signature": `${encode({ alg: "nOnE" })}.${body}.${signature}`,
      "a key of its own": `${rsa}.${sign("sha256", Buffer.from(rsa), privateKey).toString("base64url")}`,
      "a public key as secret": hmac(`${head}.${body}`, pem),
      "the anon key as secret": hmac(`${head}.${body}`, server.anonKey),
      "an empty secret": hmac(`${head}.${body}`, ""),
      "another role": `${head}.${encode({ ...claims, role: "service_role" })}.${signature}`,
      "another person": `${head}.${encode({ ...claims, sub: admin.id })}.${signature}`,
    };
    await send(genuine, "/rest/v1/vehicles", { body: vehicle("Propio", owner) });
    const before = await rowsOf(owner);
    for (const [name, token] of Object.entries(forged)) {
      const list = "/storage/v1/object/list/vehicle_images";
      const prefix = { body: { prefix: owner.id } };
      const metadata = { method: "PUT", body: { data: { theme: "robado" } } };
      expect([
        name,
        ...(await writeWith(token, owner)),
        await send(token, list, prefix),
        await send(token, "/auth/v1/user", metadata),
      ]).toEqual([name, 401, 401, 401, 401, 400, 403]);
    }
    expect(await rowsOf(owner)).toEqual(before);
    const [user] =
      await server.sql`select raw_user_meta_data as data from auth.users where id = ${owner.id}`;
    expect(user?.data).toEqual({ full_name: owner.fullName });
    expect(await writeWith(genuine, owner)).toEqual([201, 201, 204, 204]);
  });

  test("a visitor who offers the anon key as a person's token writes nothing and is no one", async () => {
    const before = await rowsOf(dealer);
    expect(await writeWith(server.anonKey, dealer)).toEqual([401, 401, 401, 401]);
    const user = await callAuth(server, "user", { method: "GET", token: server.anonKey });
    expect([user.status, user.body?.code]).toEqual([403, "bad_jwt"]);
    expect(await rowsOf(dealer)).toEqual(before);
    expect(await send(server.anonKey, "/rest/v1/vehicles?select=id")).toBe(200);
  });
});

const viewsOf = async () => {
  const [row] = await server.sql`select views from public.vehicles where id = ${shown}`;
  return row?.views;
};

describe("threat 38: views of a vehicle", () => {
  beforeEach(async () => {
    await server.sql`delete from public.vehicle_views`;
    await server.sql`update public.vehicles set views = 0 where id = ${shown}`;
  });

  const rpc = "/rest/v1/rpc/record_vehicle_view";
  const phone = { "user-agent": "phone" };
  const record = (token: string) =>
    send(token, rpc, { body: { p_vehicle_id: shown }, headers: phone });

  test("a visitor who comes a hundred times, retries, and asks by GET and HEAD counts once", async () => {
    const byGet = `${rpc}?p_vehicle_id=${shown}`;
    for (const method of ["GET", "HEAD"]) {
      expect(await send(server.anonKey, byGet, { method, headers: phone })).toBe(405);
      const row = `/rest/v1/vehicles?id=eq.${shown}`;
      expect(await send(server.anonKey, row, { method, headers: phone })).toBe(200);
    }
    expect(await viewsOf()).toBe(0);
    const answers = Array.from({ length: 100 }, () => record(server.anonKey));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([204]));
    expect(await record(server.anonKey)).toBe(204);
    expect(await viewsOf()).toBe(1);
    expect(
      await server.sql`select 1 from public.vehicle_views where vehicle_id = ${shown}`,
    ).toHaveLength(1);
  });

  test("the owner, a salesperson of theirs and an administrator never count, a stranger and the next day do", async () => {
    for (const person of [dealer, seller, admin])
      expect(await record(await tokenOf(person))).toBe(204);
    expect(await viewsOf()).toBe(0);
    expect(await record(await tokenOf(rival))).toBe(204);
    expect(await viewsOf()).toBe(1);
    await server.sql`update public.vehicle_views set day = day - 1`;
    await record(await tokenOf(rival));
    expect(await viewsOf()).toBe(2);
  });

  test("a dealer who writes the number with a new price changes the price alone, and nobody writes a view", async () => {
    const [before] = await rowsOf(dealer);
    const own = `/rest/v1/vehicles?id=eq.${shown}`;
    const change = { method: "PATCH", body: { views: 9_999, price: "7" } };
    const [token, days] = [await tokenOf(dealer), "/rest/v1/vehicle_views"];
    expect(await send(token, own, change)).toBe(204);
    const row = { body: { vehicle_id: shown, day: "2020-01-01", visitor: "\\x00" } };
    expect([await send(server.anonKey, days, row), await send(token, days, row)]).toEqual([
      401, 403,
    ]);
    const kept = { ...before, price: "7", price_amount: "7", updated_at: expect.any(Date) };
    expect(await rowsOf(dealer)).toEqual([kept]);
    const counted = await server.sql`select 1 from public.vehicle_views where day = '2020-01-01'`;
    expect(counted).toHaveLength(0);
  });
});

describe("threat 39: the requests for access, by people who are signed in", () => {
  test("a dealer, a salesperson and even an administrator write none by hand, and only the administrator reads them", async () => {
    const typed = typeRequest({ password: "una-clave-muy-rara-3907" });
    await submitRequest(server, typed);
    const { id } = await findRequest(server, typed.email);
    const all = () => server.sql`select * from public.access_requests order by id`;
    const before = [...(await all())];
    for (const { client } of [dealer, seller, admin]) {
      const row = { name: "x", phone: "1", email: "x@example.com", account_type: "vendedor" };
      const statuses = [
        (await client.from("access_requests").insert(row)).status,
        (await client.from("access_requests").update({ status: "approved" }).eq("id", id)).status,
        (await client.from("access_requests").delete().eq("id", id)).status,
      ];
      expect(statuses).toEqual([403, 403, 403]);
    }
    expect([...(await all())]).toEqual(before);
    for (const { client } of [dealer, seller]) {
      expect((await client.from("access_requests").select("id")).data).toEqual([]);
      const decision = { p_request_id: id, p_status: "approved" };
      expect((await client.rpc("decide_access_request", decision)).status).toBe(403);
    }
    expect([...(await all())]).toEqual(before);
    const { data } = await admin.client.from("access_requests").select("*");
    expect(data).toMatchObject([{ id, email: typed.email, status: "pending" }]);
    expect(JSON.stringify(data)).not.toMatch(/una-clave-muy-rara|\$2[aby]\$|password/);
  });
});

describe("threat 42: a server that has just started", () => {
  test("a visitor is let into the tables and functions that are meant for visitors, and no others", async () => {
    const tables = await server.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`;
    const functions = await server.sql<{ name: string; args: string[] | null }[]>`
      select proname as name, proargnames[1:pronargs] as args from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`;
    const statusOf = async (path: string, call?: Call) => send(server.anonKey, path, call);
    const opened: string[] = [];
    for (const { name } of tables) {
      const status = await statusOf(`/rest/v1/${name}?limit=1`);
      if (status !== 401) opened.push(`${status} ${name}`);
    }
    const people = await server.sql`select count(*) from auth.users`;
    for (const { name, args } of functions) {
      const body = Object.fromEntries((args ?? []).map((arg) => [arg, null]));
      const status = await statusOf(`/rest/v1/rpc/${name}`, { body });
      if (status !== 401) opened.push(`${status} ${name}()`);
    }
    expect(functions.length).toBeGreaterThan(10);
    expect(opened).toEqual([
      "200 profiles",
      "200 vehicles",
      "200 admin_exists()",
      "200 find_moved_slug()",
      "200 get_listing_choices()",
      "200 get_sitemap_vehicles()",
      "204 record_vehicle_view()",
    ]);
    expect(await server.sql`select count(*) from auth.users`).toEqual(people);
  });

  test("an operator finds row security on every table, and every definer function pinned and closed", async () => {
    const open = await server.sql`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relrowsecurity and relnamespace in
        ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)`;
    expect([...open]).toEqual([]);
    const definers = await server.sql<{ name: string; pinned: boolean; closed: boolean }[]>`
      select oid::regprocedure::text as name,
        coalesce(proconfig::text like '%search_path=%', false) as pinned,
        not exists (
          select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0
        ) as closed
      from pg_proc where prosecdef and pronamespace not in (select oid from pg_namespace where nspname like 'graphile%')`;
    expect(definers.length).toBeGreaterThan(20);
    expect(definers.filter(({ pinned, closed }) => !pinned || !closed)).toEqual([]);
  });
});
