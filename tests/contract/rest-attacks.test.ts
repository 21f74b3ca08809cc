import { createHmac } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let visitor: SupabaseClient;
let dealer: Person;
let rival: Person;
let seller: Person;
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
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${dealer.id}, 'Kia', 'Oculto', 2020, false), (${dealer.id}, 'Kia', 'Visible', 2020, true)
    returning id`;
  hidden = row?.id ?? "";
});

afterAll(() => server.stop());

describe("a rival dealer", () => {
  it("changes nothing of another's vehicle by PATCH or DELETE", async () => {
    const before = await vehicles();
    expect(
      await rival.client.from("vehicles").update({ price: "1" }).eq("id", hidden),
    ).toMatchObject({ status: 204 });
    expect(await rival.client.from("vehicles").delete().eq("id", hidden).select()).toMatchObject({
      status: 200,
      data: [],
    });
    expect(
      await rival.client.from("vehicles").update({ price: "1" }).eq("brand", "Kia").select(),
    ).toMatchObject({ data: [] });
    expect(await vehicles()).toEqual(before);
  });

  it("is refused a vehicle in another's name, and to give one away", async () => {
    const foreign = { user_id: dealer.id, brand: "Kia", model: "Ajeno", year: 2020 };
    expect(await rival.client.from("vehicles").insert(foreign)).toMatchObject({
      status: 403,
      error: { code: "42501" },
    });
    await rival.client.from("vehicles").insert({ ...foreign, user_id: rival.id, model: "Mío" });
    const moved = await rival.client
      .from("vehicles")
      .update({ user_id: dealer.id })
      .eq("model", "Mío");
    expect(moved).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(
      await server.sql`select user_id from public.vehicles where model in ('Ajeno', 'Mío')`,
    ).toEqual([{ user_id: rival.id }]);
  });

  it("is refused an upsert over another's profile by its slug (threat 4)", async () => {
    const result = await rival.client
      .from("profiles")
      .upsert(
        { id: rival.id, public_slug: "propio", full_name: "Robado" },
        { onConflict: "public_slug" },
      );
    expect(result).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await server.sql`select full_name from public.profiles where id = ${dealer.id}`).toEqual(
      [{ full_name: dealer.fullName }],
    );
  });
});

describe("a visitor", () => {
  it("gets 406 for an unpublished vehicle by its id, and no row of it in a list", async () => {
    expect(await visitor.from("vehicles").select().eq("id", hidden).single()).toMatchObject({
      status: 406,
      error: { code: "PGRST116" },
    });
    expect((await visitor.from("vehicles").select().eq("id", hidden)).data).toEqual([]);
    expect(
      (await visitor.from("profiles").select("vehicles(model)").eq("id", dealer.id)).data,
    ).toEqual([{ vehicles: [{ model: "Visible" }] }]);
  });

  it.each(["email", "phone", "is_active", "config", "vehicle_count"])(
    "may not select, filter or order by a profile's %s, nor inside an embed",
    async (column) => {
      const attempts = [
        `profiles?select=${column}`,
        `profiles?select=id&${column}=not.is.null`,
        `profiles?select=id&or=(${column}.is.null,id.not.is.null)`,
        `profiles?select=id&order=${column}`,
        `vehicles?select=id,profiles(${column})`,
        `vehicles?select=id,profiles!inner(id)&profiles.${column}=not.is.null`,
        `vehicles?select=id,profiles(id)&order=profiles(${column})`,
        `profiles?select=copy:${column}::text`,
        `profiles?select=id,${column}->>x`,
      ];
      for (const attempt of attempts) {
        const response = await get(attempt);
        expect([attempt, response.status]).toEqual([attempt, 401]);
        expect(await response.json()).toMatchObject({ code: "42501" });
      }
    },
  );

  it("can neither read nor guess a hidden contact link", async () => {
    const read = await visitor.from("profiles").select("*").eq("public_slug", "propio").single();
    expect(read.error).toBeNull();
    expect(JSON.stringify(read.data)).not.toContain("555 0100");
    const guess = await visitor
      .from("profiles")
      .select("id")
      .like("public_config->profile->>whatsapp", "+1 305*");
    expect(guess).toMatchObject({ error: null, data: [] });
  });

  it("finds no way into auth or the requests for access", async () => {
    for (const target of [
      "users",
      "auth.users",
      "sessions",
      "access_requests",
      "access_requests!access_requests_user_id_fkey",
      "audit_log",
      "buckets",
    ]) {
      const response = await get(`profiles?select=id,${target}(*)`);
      expect([target, response.status]).toEqual([target, 400]);
    }
    expect(await (await get("profiles?select=id,access_requests(*)")).json()).toMatchObject({
      code: "PGRST200",
    });
    for (const path of ["users", "auth.users", "pg_authid", "objects", "outgoing_mail"]) {
      expect((await get(path)).status).toBe(404);
    }
    expect(await visitor.from("access_requests").select()).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
  });

  it.each(["auth", "private", "storage", "pg_catalog", "graphile_worker"])(
    "is refused schema %s",
    async (schema) => {
      const result = await visitor.schema(schema).from("users").select();
      expect(result).toMatchObject({
        status: 406,
        error: { code: "PGRST106", message: `Invalid schema: ${schema}` },
      });
      expect(await visitor.schema(schema).rpc("check_session", {})).toMatchObject({ status: 406 });
    },
  );

  it.each([
    "vehicles?select=id;select",
    "vehicles?select=id)--",
    "vehicles?select=id,(select email from profiles)",
    "vehicles?select=price::text;drop",
    "vehicles?select=price::regclass",
    "vehicles?order=id;drop table vehicles",
    "vehicles?order=(select 1)",
    "vehicles?or=(id.eq.1)) or (1.eq.1",
    "vehicles?or=(id.eq.1;drop)x",
    "vehicles?id=eq.1) or true --",
    "vehicles?id=any.{1}",
    "vehicles?id==1",
    "vehicles?1=eq.1",
    'vehicles?"id"" or true --"=eq.1',
    "vehicles?on_conflict=id;drop&columns=id)values",
  ])("gets 400 for %s", async (path) => {
    const before = await vehicles();
    expect((await get(path)).status).toBe(400);
    expect(await vehicles()).toEqual(before);
  });

  it("gets an alias with every sign of SQL as a mere name", async () => {
    const alias = `a"; drop table public.vehicles; --`;
    const response = await get(
      `vehicles?select=${encodeURIComponent(`${JSON.stringify(alias)}:model`)}`,
    );
    expect(await response.json()).toEqual([{ [alias]: "Visible" }]);
  });

  it("is refused what is not served", async () => {
    expect(await (await get("")).json()).toMatchObject({ code: "PGRST126" });
    expect((await get("vehicles/x")).status).toBe(404);
    expect(await visitor.from("vehicles").select("year.sum()")).toMatchObject({
      status: 400,
      error: { code: "PGRST123" },
    });
    expect(await visitor.from("vehicles").select().explain()).toMatchObject({
      status: 406,
      error: { code: "PGRST107" },
    });
    const rollback = await get("vehicles", { prefer: "tx=rollback" });
    expect([rollback.status, await rollback.json()]).toMatchObject([400, { code: "PGRST122" }]);
    expect((await get("vehicles?id=eq.1", {}, "PUT")).status).toBe(405);
  });

  it("is refused the administrators' functions", async () => {
    for (const name of [
      "get_user_profiles_with_vehicle_counts",
      "get_all_vehicles_with_owner_and_views",
    ]) {
      expect([name, (await visitor.rpc(name)).status]).toEqual([name, 401]);
      expect([name, (await seller.client.rpc(name)).status]).toEqual([name, 403]);
    }
    expect((await visitor.rpc("delete_user_by_admin", { target_user_id: dealer.id })).status).toBe(
      401,
    );
    expect(
      (await seller.client.rpc("delete_user_by_admin", { target_user_id: dealer.id })).status,
    ).toBe(403);
    expect(
      (await rival.client.rpc("delete_salesperson_by_dealership", { p_salesperson_id: seller.id }))
        .status,
    ).toBe(403);
    expect(
      await server.sql`select id from public.profiles where id in (${dealer.id}, ${seller.id})`,
    ).toHaveLength(2);
  });
});

describe("a forged or spent token", () => {
  it.each([
    ["is not signed", () => token({ alg: "none" }, claims(), "")],
    ["is signed with another secret", () => token({ alg: "HS256" }, claims(), "x".repeat(32))],
    ["names another algorithm", () => token({ alg: "HS512" }, claims(), server.jwtSecret)],
    [
      "has no expiry",
      () => token({ alg: "HS256" }, { ...claims(), exp: undefined }, server.jwtSecret),
    ],
    [
      "asks for a role that nobody has",
      () => token({ alg: "HS256" }, { ...claims(), role: "postgres" }, server.jwtSecret),
    ],
    [
      "belongs to a session that never was",
      () =>
        token({ alg: "HS256" }, { ...claims(), session_id: crypto.randomUUID() }, server.jwtSecret),
    ],
    ["names a person without a session", () => token({ alg: "HS256" }, claims(), server.jwtSecret)],
    ["is no token", () => "abc"],
  ])("that %s answers 401 PGRST301", async (_, make) => {
    const response = await get("profiles?select=email", { authorization: `Bearer ${make()}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST301" });
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
  });

  it("that has expired answers 401 PGRST303", async () => {
    const spent = token({ alg: "HS256" }, { ...claims(), exp: 1_000_000_000 }, server.jwtSecret);
    const response = await get("profiles", { authorization: `Bearer ${spent}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST303", message: "JWT expired" });
  });

  it("of a person who has signed out answers 401 and reads nothing", async () => {
    const leaver = await createDealership(server);
    const { data } = await leaver.client.auth.getSession();
    const authorization = `Bearer ${data.session?.access_token}`;
    expect((await get("profiles?select=email", { authorization })).status).toBe(200);
    await leaver.client.auth.signOut();
    const response = await get("profiles?select=email", { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST301" });
  });
});

function vehicles() {
  return server.sql`select * from public.vehicles where user_id = ${dealer.id} order by id`;
}

function get(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Response> {
  return fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: server.anonKey, ...headers },
  });
}

function claims(): Record<string, unknown> {
  return {
    sub: dealer.id,
    role: "authenticated",
    aud: "authenticated",
    exp: Math.floor(Date.now() / 1000) + 600,
  };
}

function token(
  header: Record<string, string>,
  payload: Record<string, unknown>,
  secret: string,
): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const hash = header.alg === "HS512" ? "sha512" : "sha256";
  const signature = secret === "" ? "" : createHmac(hash, secret).update(text).digest("base64url");
  return `${text}.${signature}`;
}
