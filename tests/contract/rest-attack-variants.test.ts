import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
  tokenOf,
} from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let visitor: SupabaseClient;
let dealer: Person;
let rival: Person;
let seller: Person;
let shown: string;
let hidden: string;

beforeAll(async () => {
  server = await startTestServer();
  visitor = server.anonymous();
  const config = {
    profile: { whatsapp: "+1 305 555 0100", contact_links_visibility: { whatsapp: false } },
  };
  dealer = await createDealership(server, { slug: "propio", config });
  rival = await createDealership(server, { slug: "rival" });
  seller = await createSalesperson(server, dealer.id);
  shown = await addVehicle("Visible", true);
  hidden = await addVehicle("Oculto", false);
});

afterAll(() => server.stop());

describe("a visitor who embeds by the name of a key", () => {
  test.each([
    "vehicles?select=id,vehicle_views!vehicle_views_vehicle_id_fkey(visitor)",
    "vehicles?select=id,vehicle_views!inner()",
    "profiles?select=id,access_requests!access_requests_decided_by_fkey(*)",
    "profiles?select=id,access_requests!user_id(email)",
    "profiles?select=id,profiles_id_fkey(*)",
    "profiles?select=id,users!profiles_id_fkey(*)",
  ])("finds no relationship in %s", async (path) => {
    const answer = await send(visitorToken(), path);
    expect(answer).toMatchObject({ status: 400, body: { code: "PGRST200" } });
  });
});

describe("threat 11: whoever embeds requests for access, however", () => {
  test.each([
    "profiles?select=id,access_requests(*)",
    "profiles?select=id,access_requests!access_requests_user_id_fkey(*)",
    "profiles?select=id,...access_requests!decided_by(email)",
    "vehicles?select=id,profiles(access_requests(*))",
    "rpc/get_user_profile_by_id?select=id,access_requests(*)&p_user_id=00000000-0000-0000-0000-000000000000",
    "access_requests?select=id,profiles(*)",
    "access_requests?select=id,users(*)",
  ])("finds no relationship in %s", async (path) => {
    const admin = await createAdmin(server);
    for (const person of [seller, dealer, admin]) {
      const answer = await send(await tokenOf(person), path);
      expect(answer).toMatchObject({ status: 400, body: { code: "PGRST200" } });
    }
  });
});

describe("a visitor who only counts", () => {
  test.each([
    ["profiles?email=like.*", 401],
    ["profiles?config->profile->>whatsapp=like.*305*", 401],
    ["profiles?select=id,vehicles!inner()&vehicles.published=is.false", 0],
    ["profiles?public_config->profile->>whatsapp=like.*305*", 0],
    ["vehicles?published=is.false", 0],
  ])("learns nothing from %s", async (path, expected) => {
    for (const count of ["exact", "planned", "estimated"]) {
      const headers = { prefer: `count=${count}`, range: "0-0" };
      const { status, range } = await send(visitorToken(), path, { method: "HEAD", headers });
      expect(status === 401 ? status : Number(range?.split("/")[1])).toBe(expected);
    }
  });

  test("does not find a hidden vehicle by whether its seller has one", async () => {
    const path = `profiles?select=id,vehicles()&vehicles=not.is.null&vehicles.id=eq.`;
    expect((await send(visitorToken(), `${path}${hidden}`)).body).toEqual([]);
    expect((await send(visitorToken(), `${path}${shown}`)).body).toEqual([{ id: dealer.id }]);
  });
});

describe("a dealer who writes what is not theirs to write", () => {
  test.each([
    ["columns that only administrators change", { role: "admin", is_active: true }, 200],
    ["its number of vehicles and features", { vehicle_count: 99, config: { features: {} } }, 200],
    ["when it was made", { created_at: "2000-01-01" }, 403],
    ["the masked copy of its config", { public_config: {} }, 400],
  ])("by columns= changes nothing of %s", async (_, change, status) => {
    const before = await profileOf(rival);
    const row = { id: rival.id, ...change };
    const path = `profiles?columns=${Object.keys(row)}`;
    const headers = { prefer: "resolution=merge-duplicates" };
    const answer = await send(await tokenOf(rival), path, { body: row, headers });
    expect(answer.status).toBe(status);
    expect(await profileOf(rival)).toEqual(before);
  });

  test.each(["custom_domain", "email", "dealership_id", "id,public_slug"])(
    "by on_conflict=%s reaches no other row",
    async (target) => {
      const before = await server.sql`select * from public.profiles order by id`;
      const row = { id: rival.id, public_slug: "propio", custom_domain: "rival.example.org" };
      const headers = { prefer: "resolution=merge-duplicates" };
      const path = `profiles?on_conflict=${target}`;
      const { status } = await send(await tokenOf(rival), path, { body: row, headers });
      expect([400, 409]).toContain(status);
      expect(await server.sql`select * from public.profiles order by id`).toEqual(before);
    },
  );

  test("by an upsert over another's vehicle is refused, or ignored when asked to ignore", async () => {
    const [before] = await server.sql`select * from public.vehicles where id = ${shown}`;
    const row = { id: shown, user_id: rival.id, brand: "Robado", model: "x", year: 2020 };
    const token = await tokenOf(rival);
    const merge = { prefer: "resolution=merge-duplicates" };
    expect(await send(token, "vehicles", { body: row, headers: merge })).toMatchObject({
      status: 403,
    });
    const ignore = { prefer: "resolution=ignore-duplicates,return=representation" };
    expect((await send(token, "vehicles", { body: row, headers: ignore })).body).toEqual([]);
    expect(await server.sql`select * from public.vehicles where id = ${shown}`).toEqual([before]);
  });

  test("by a key that comes twice gets what the database reads, checked as such", async () => {
    const body = `{"user_id":"${rival.id}","user_id":"${dealer.id}","brand":"x","model":"Doble","year":2020}`;
    expect(await send(await tokenOf(rival), "vehicles", { body })).toMatchObject({ status: 403 });
  });

  test.each([
    ["within one another", `"{{https://a.example/1},{https://a.example/2}}"`],
    ["as lists of lists", `[["https://a.example/1"],["https://a.example/2"]]`],
    ["numbered from two", `"[2:2]={https://a.example/1}"`],
  ])(
    "by photos %s is refused, for such a row would break every list that it is in",
    async (_, images) => {
      const body = `{"user_id":"${rival.id}","brand":"x","model":"Fotos","year":2020,"images":${images}}`;
      expect(await send(await tokenOf(rival), "vehicles", { body })).toMatchObject({
        status: 400,
        body: { code: "23514" },
      });
      expect(await server.sql`select 1 from public.vehicles where model = 'Fotos'`).toHaveLength(0);
    },
  );
});

describe("a salesperson", () => {
  test.each([
    ["a dealership of one's choice", () => ({ dealership_id: rival.id })],
    ["another role", () => ({ role: "concesionario", dealership_id: null })],
    ["another's id", () => ({ id: rival.id })],
  ])("does not give himself %s", async (_, change) => {
    const before = await profileOf(seller);
    const path = `profiles?id=eq.${seller.id}`;
    await send(await tokenOf(seller), path, { method: "PATCH", body: change() });
    expect(await profileOf(seller)).toEqual(before);
  });

  test("sees of the dealership's team only what visitors see through the dealership", async () => {
    await createSalesperson(server, dealer.id, { slug: null });
    const shown = await createSalesperson(server, dealer.id);
    const select = "id,dealership:dealership_id(id,profiles!dealership_id(id,email,config))";
    const { data } = await seller.client
      .from("profiles")
      .select(select)
      .eq("id", seller.id)
      .order("email", { referencedTable: "dealership.profiles" });
    const team = [
      { id: seller.id, email: seller.email, config: expect.any(Object) },
      { id: shown.id, email: null, config: null },
    ];
    expect(data).toEqual([{ id: seller.id, dealership: { id: dealer.id, profiles: team } }]);
  });
});

describe("a pattern that could fill PostgreSQL's memory or keep it busy", () => {
  const costly = [
    "(a{1,255}b{1,255}){1,80}",
    "a*b",
    String.raw`\m`,
    String.raw`(a)\1`,
    "(?i)ab",
    "***=ab",
    "a".repeat(101),
  ];
  const plain = ["^ab$", "[ab].", String.raw`\w\w`, "[^c]b"];

  test.each(["a visitor", "a dealer"])("is refused to %s wherever it stands", async (who) => {
    const token = who === "a visitor" ? visitorToken() : await tokenOf(dealer);
    for (const [filterOf, within] of placesOfPatterns) {
      const path = (pattern: string) => `${within}&id=eq.${shown}&${filterOf(pattern)}`;
      for (const pattern of plain) {
        const found = await send(token, path(pattern));
        expect(found, pattern).toMatchObject({ status: 200, body: [{ id: shown }] });
      }
      for (const pattern of costly) {
        expect(await send(token, path(pattern)), pattern).toMatchObject({
          status: 400,
          body: { code: "PGRST100", details: expect.stringContaining("100 characters") },
        });
      }
    }
  });

  test("is the service's to send", async () => {
    const path = `vehicles?select=id&id=eq.${shown}&description=match.${encodeURIComponent("^(a|x)b+$")}`;
    expect(await send(server.serviceRoleKey, path)).toMatchObject({
      status: 200,
      body: [{ id: shown }],
    });
  });
});

describe("an argument of another type", () => {
  test.each([{ a: 1 }, ["x"], 5, true, "x'; select 1 --", `{"${"a".repeat(50)}"}`])(
    "%j for an id is refused with 400 and counts no view",
    async (value) => {
      const body = { p_vehicle_id: value };
      const answer = await send(visitorToken(), "rpc/record_vehicle_view", { body });
      expect(answer).toMatchObject({ status: 400, body: { code: "22P02" } });
    },
  );

  test("a body that nests deeper than PostgreSQL follows is refused with 400, a visitor's for its length alone", async () => {
    const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    const refused = { status: 400, body: { code: "PGRST102", hint: null } };
    const body = `{"p_vehicle_id":${deep}}`;
    expect(await send(visitorToken(), "rpc/record_vehicle_view", { body })).toMatchObject({
      status: 413,
      body: { code: "body_too_large", hint: null },
    });
    const change = { method: "PATCH", body: `{"config":{"profile":{"x":${deep}}}}` };
    const path = `profiles?id=eq.${rival.id}`;
    expect(await send(await tokenOf(rival), path, change)).toMatchObject(refused);
  });
});

describe("a visitor who keeps PostgreSQL busy", () => {
  test("is cut off after a few seconds, while a person's slow call goes on", async () => {
    await server.sql.unsafe(`
      create function public.dawdle() returns int language sql as 'select 1 from pg_sleep(4)';
      create function public.known() returns int language sql as 'select 1';
      grant execute on function public.dawdle(), public.known() to anon, authenticated`);
    await expect.poll(async () => (await visitor.rpc("known")).data).toBe(1);
    const [cut, done] = await Promise.all([visitor.rpc("dawdle"), dealer.client.rpc("dawdle")]);
    expect(cut).toMatchObject({ status: 504, error: { code: "PGRST003" } });
    expect(done).toMatchObject({ status: 200, data: 1 });
  });
});

test("a visitor who claims ever new addresses is counted once", async () => {
  for (const address of ["1.1.1.1", "2.2.2.2", "::1"]) {
    const headers = {
      "x-client-ip": address,
      "x-forwarded-for": address,
      "x-real-ip": address,
      "cf-connecting-ip": address,
      forwarded: `for="${address}"`,
      "user-agent": "the same",
    };
    const body = { p_vehicle_id: shown };
    await send(visitorToken(), "rpc/record_vehicle_view", { body, headers });
  }
  expect(await server.sql`select views from public.vehicles where id = ${shown}`).toEqual([
    { views: 1 },
  ]);
});

test("a dealer who names an impersonated person gains nothing and leaves no line", async () => {
  const headers = { "x-impersonated-user": dealer.id, prefer: "return=representation" };
  const token = await tokenOf(rival);
  const path = `vehicles?id=eq.${shown}`;
  const change = { method: "PATCH", body: { price: "1" }, headers };
  expect((await send(token, path, change)).body).toEqual([]);
  expect((await send(token, `vehicles?id=eq.${hidden}`, { headers })).body).toEqual([]);
  expect(await server.sql`select 1 from public.audit_log`).toHaveLength(0);
});

/** The ways to write a pattern, each with the request in which it filters. */
const placesOfPatterns: [filterOf: (pattern: string) => string, within: string][] = [
  [(pattern) => `description=match.${encodeURIComponent(pattern)}`, "vehicles?select=id"],
  [(pattern) => `description=imatch.${encodeURIComponent(pattern)}`, "vehicles?select=id"],
  [
    (pattern) => `description=match(any).${encodeURIComponent(`{x,${JSON.stringify(pattern)}}`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) =>
      `or=${encodeURIComponent(`(id.is.null,description.imatch.${JSON.stringify(pattern)})`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) =>
      `not.and=${encodeURIComponent(`(id.is.null,description.not.match.${JSON.stringify(pattern)})`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) => `profiles.vehicles.description=match.${encodeURIComponent(pattern)}`,
    "vehicles?select=id,profiles!vehicles_user_id_fkey!inner(vehicles!inner(id))",
  ],
];

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

async function send(token: string, path: string, { method, body, headers }: Call = {}) {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { apikey: server.anonKey, authorization: `Bearer ${token}`, ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const range = answer.headers.get("content-range");
  return { status: answer.status, range, body: text === "" ? null : JSON.parse(text) };
}

function visitorToken(): string {
  return server.anonKey;
}

async function profileOf({ id }: Person) {
  const [profile] = await server.sql`select * from public.profiles where id = ${id}`;
  return profile && { ...profile, updated_at: null };
}

async function addVehicle(model: string, published: boolean): Promise<string> {
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published, description)
    values (${dealer.id}, 'Kia', ${model}, 2020, ${published}, 'ab') returning id`;
  return row?.id ?? "";
}
