import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server, { slug: "uno" });
  admin = await createAdmin(server);
});

afterAll(() => server.stop());

describe("a dealer who inserts", () => {
  it("gets 201, and the row only on request", async () => {
    const result = await dealer.client.from("vehicles").insert(vehicle({ model: "Silencio" }));
    expect(result).toMatchObject({ status: 201, data: null, error: null });
    expect(await stored("Silencio")).toMatchObject([
      { brand: "Kia", status: "Disponible", images: [] },
    ]);
  });

  it("gets the row back with defaults and embeds", async () => {
    const { data, status, error } = await dealer.client
      .from("vehicles")
      .insert(vehicle({ model: "Eco", price: null, images: ["https://example.com/a.jpg"] }))
      .select("model,price,images,published,owner:profiles!vehicles_user_id_fkey(public_slug)")
      .single();
    expect(error).toBeNull();
    expect(status).toBe(201);
    expect(data).toEqual({
      model: "Eco",
      price: null,
      images: ["https://example.com/a.jpg"],
      published: false,
      owner: { public_slug: "uno" },
    });
  });

  it("can add many rows, with null or, on request, the default for missing keys", async () => {
    const rows = [
      vehicle({ model: "Muchos 1", status: "Vendido" }),
      vehicle({ model: "Muchos 2" }),
    ];
    const strict = await dealer.client.from("vehicles").insert(rows);
    expect(strict.error).toMatchObject({ code: "23502" });
    expect(await stored("Muchos")).toEqual([]);
    const lenient = await dealer.client
      .from("vehicles")
      .insert(rows, { defaultToNull: false })
      .select("model,status");
    expect(lenient.error).toBeNull();
    expect(lenient.data).toEqual([
      { model: "Muchos 1", status: "Vendido" },
      { model: "Muchos 2", status: "Disponible" },
    ]);
  });

  it("gets the new row's URL with headers-only", async () => {
    const response = await send("POST", "vehicles", vehicle({ model: "Cabecera" }), {
      prefer: "return=headers-only",
    });
    const [row] = await stored("Cabecera");
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe(`/vehicles?id=eq.${row?.id}`);
    expect(response.headers.get("preference-applied")).toBe("return=headers-only");
    expect(await response.text()).toBe("");
  });

  it.each([
    ["an unknown column", { horn: 1 }, 400, "PGRST204"],
    ["a missing brand", { brand: null }, 400, "23502"],
    ["a year that is not a number", { year: "nuevo" }, 400, "22P02"],
    ["a year out of range", { year: 1700 }, 400, "23514"],
    ["a value too long for its check", { price: "x".repeat(61) }, 400, "23514"],
    ["a taken id", { id: "11111111-1111-4111-8111-111111111111" }, 409, "23505"],
  ])("is refused %s", async (_, change, status, code) => {
    await server.sql`insert into public.vehicles (id, user_id, brand, model, year)
      values ('11111111-1111-4111-8111-111111111111', ${dealer.id}, 'Kia', 'Primero', 2020) on conflict (id) do nothing`;
    const result = await dealer.client
      .from("vehicles")
      .insert(vehicle({ model: "Rechazado", ...change }));
    expect(result.status).toBe(status);
    expect(result.error).toMatchObject({ code });
    expect(await stored("Rechazado")).toEqual([]);
  });

  it("cannot send invalid JSON, rows with different keys, or an oversized body", async () => {
    const broken = await send("POST", "vehicles", "{");
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({
      code: "PGRST102",
      message: "Empty or invalid json",
    });
    const uneven = await send("POST", "vehicles", [{ brand: "a" }, { model: "b" }]);
    expect(await uneven.json()).toMatchObject({
      code: "PGRST102",
      message: "All object keys must match",
    });
    const large = await send("POST", "vehicles", vehicle({ description: "x".repeat(3_000_000) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ code: "body_too_large" });
  });
});

describe("a person who upserts", () => {
  it("gets 201 for a new row, 200 for an existing one", async () => {
    const row = { id: crypto.randomUUID(), ...vehicle({ model: "Dos veces" }) };
    const first = await dealer.client.from("vehicles").upsert(row).select("model,year");
    const second = await dealer.client
      .from("vehicles")
      .upsert({ ...row, year: 2022 })
      .select("model,year");
    expect(first).toMatchObject({ status: 201, data: [{ model: "Dos veces", year: 2020 }] });
    expect(second).toMatchObject({ status: 200, data: [{ model: "Dos veces", year: 2022 }] });
  });

  it("can ignore existing rows", async () => {
    const row = { id: crypto.randomUUID(), ...vehicle({ model: "Intacto" }) };
    await dealer.client.from("vehicles").insert(row);
    const again = await dealer.client
      .from("vehicles")
      .upsert({ ...row, year: 1999 }, { ignoreDuplicates: true })
      .select("year");
    expect(again).toMatchObject({ error: null, data: [] });
    expect(await stored("Intacto")).toMatchObject([{ year: 2020 }]);
  });

  it("can create their own profile as the session code does, and gets it back", async () => {
    const { data, error } = await dealer.client
      .from("profiles")
      .upsert({
        id: dealer.id,
        full_name: "Nombre Nuevo",
        role: "concesionario",
        dealership_id: null,
      })
      .select()
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: dealer.id, full_name: "Nombre Nuevo", role: "concesionario" });
  });

  it("cannot use conflict columns without a unique index", async () => {
    const result = await dealer.client
      .from("vehicles")
      .upsert(vehicle({ model: "Conflicto" }), { onConflict: "model" });
    expect(result).toMatchObject({ status: 400, error: { code: "42P10" } });
  });
});

describe("a dealer who updates", () => {
  it("gets 204, or 200 with the rows on request", async () => {
    await dealer.client.from("vehicles").insert(vehicle({ model: "Cambia" }));
    const silent = await dealer.client
      .from("vehicles")
      .update({ published: true })
      .eq("model", "Cambia");
    expect(silent).toMatchObject({ status: 204, data: null });
    const shown = await dealer.client
      .from("vehicles")
      .update({ year: 2019, images: [] })
      .eq("model", "Cambia")
      .select("year,published");
    expect(shown).toMatchObject({ status: 200, data: [{ year: 2019, published: true }] });
  });

  it("gets the number of changed rows", async () => {
    await dealer.client
      .from("vehicles")
      .insert([vehicle({ model: "Par" }), vehicle({ model: "Par" })]);
    const result = await dealer.client
      .from("vehicles")
      .update({ doors: 4 }, { count: "exact" })
      .eq("model", "Par");
    expect(result).toMatchObject({ status: 204, count: 2 });
  });

  it("changes nothing if one object is requested and not exactly one row matches", async () => {
    const several = await dealer.client
      .from("vehicles")
      .update({ doors: 2 })
      .eq("model", "Par")
      .select()
      .single();
    expect(several).toMatchObject({
      status: 406,
      error: { code: "PGRST116", details: "The result contains 2 rows" },
    });
    expect(await stored("Par")).toMatchObject([{ doors: 4 }, { doors: 4 }]);
    const none = await dealer.client
      .from("vehicles")
      .update({ doors: 2 })
      .eq("model", "Nadie")
      .select()
      .single();
    expect(none).toMatchObject({ status: 406, error: { details: "The result contains 0 rows" } });
  });

  it("changes nothing when more rows match than allowed", async () => {
    const result = await dealer.client
      .from("vehicles")
      .update({ doors: 2 })
      .eq("model", "Par")
      .maxAffected(1);
    expect(result).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    expect(await stored("Par")).toMatchObject([{ doors: 4 }, { doors: 4 }]);
  });

  it("changes nothing with an empty object", async () => {
    const result = await dealer.client.from("vehicles").update({}).eq("model", "Par").select("id");
    expect(result).toMatchObject({ status: 200, data: [] });
  });

  it("must send a filter, and one on an embed is not enough", async () => {
    const bare = await send("PATCH", "vehicles", { doors: 5 });
    expect(bare.status).toBe(400);
    expect(await bare.json()).toMatchObject({
      code: "21000",
      message: "UPDATE requires a WHERE clause",
    });
    const embedded = await send("PATCH", "vehicles?select=*,profiles(*)&profiles.id=not.is.null", {
      doors: 5,
    });
    expect(embedded.status).toBe(400);
    expect(await server.sql`select 1 from public.vehicles where doors = 5`).toHaveLength(0);
  });
});

describe("a dealer who deletes", () => {
  it("gets 204, or 200 with the deleted rows on request", async () => {
    await dealer.client
      .from("vehicles")
      .insert([vehicle({ model: "Fuera 1" }), vehicle({ model: "Fuera 2" })]);
    expect(await dealer.client.from("vehicles").delete().eq("model", "Fuera 1")).toMatchObject({
      status: 204,
      data: null,
    });
    const shown = await dealer.client
      .from("vehicles")
      .delete()
      .eq("model", "Fuera 2")
      .select("model");
    expect(shown).toMatchObject({ status: 200, data: [{ model: "Fuera 2" }] });
    expect(await stored("Fuera")).toEqual([]);
  });

  it("deletes nothing if one object is requested and two rows match", async () => {
    await dealer.client
      .from("vehicles")
      .insert([vehicle({ model: "Queda" }), vehicle({ model: "Queda" })]);
    const result = await dealer.client
      .from("vehicles")
      .delete()
      .eq("model", "Queda")
      .select()
      .single();
    expect(result).toMatchObject({ status: 406, error: { code: "PGRST116" } });
    expect(await stored("Queda")).toHaveLength(2);
  });

  it("must send a filter", async () => {
    const before = await server.sql`select count(*)::int as n from public.vehicles`;
    const response = await send("DELETE", "vehicles");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "21000" });
    expect(await server.sql`select count(*)::int as n from public.vehicles`).toEqual(before);
  });
});

const unrestricting: [string, string, Record<string, string>?][] = [
  ["limit", "&limit=1"],
  ["limit with an order", "&order=id&limit=1"],
  ["offset", "&offset=1"],
  ["limit of nothing", "&limit=0"],
  ["Range header", "", { Range: "0-0" }],
  ["Range header of all", "", { Range: "0-", "Range-Unit": "items" }],
  ["filter on an embed", "&select=id,profiles(id)&profiles.full_name=eq.Nadie"],
  ["filter on what it joins", "&select=id,profiles!inner(id)&profiles.full_name=eq.Nadie"],
  ["filter on what it does not embed", "&profiles.full_name=eq.Nadie"],
  ["group of filters on what it embeds", "&select=id,profiles(id)&profiles.or=(role.eq.admin)"],
  ["test whether anything is embedded", "&select=id,profiles(id)&profiles=is.null"],
  ["limit on what it embeds", "&select=id,profiles(id)&profiles.limit=1"],
  ["offset on what it embeds", "&select=id,profiles(id)&profiles.offset=1"],
];

describe("a dealer who writes with parameters that would not restrict the rows", () => {
  it.each(unrestricting)("changes and removes nothing with a %s", async (_what, query, headers) => {
    const model = `Seis ${crypto.randomUUID()}`;
    await dealer.client
      .from("vehicles")
      .insert(Array.from({ length: 6 }, () => vehicle({ model, doors: 4 })));
    const address = `vehicles?model=eq.${encodeURIComponent(model)}${query}`;
    for (const prefer of ["return=minimal", "return=representation"]) {
      for (const method of ["PATCH", "DELETE"]) {
        const answer = await send(method, address, { doors: 2 }, { ...headers, Prefer: prefer });
        expect([answer.status, method, prefer]).toEqual([400, method, prefer]);
        const error = await answer.json();
        expect(Object.keys(error).sort()).toEqual(["code", "details", "hint", "message"]);
        expect(error.code).toMatch(/^(PGRST114|PGRST127|42703)$/);
      }
    }
    expect(await stored(model)).toMatchObject(Array.from({ length: 6 }, () => ({ doors: 4 })));
  });

  it.each<[string, string, Record<string, string>?]>([
    ["filter", "?model=eq.Nadie"],
    ["group of filters", "?or=(model.eq.Nadie,model.eq.Nada)"],
    [
      "filter on an upsert",
      "?on_conflict=id&status=eq.Vendido",
      { Prefer: "resolution=merge-duplicates" },
    ],
    ["limit", "?limit=1"],
    ["Range header", "", { Range: "0-0" }],
    ["filter on an embed", "?select=id,profiles(id)&profiles.full_name=eq.Nadie"],
  ])("inserts nothing with a %s", async (_what, query, headers) => {
    const model = `Ninguno ${crypto.randomUUID()}`;
    const answer = await send("POST", `vehicles${query}`, vehicle({ model }), headers);
    expect(answer.status).toBe(400);
    expect(await stored(model)).toEqual([]);
  });

  it("gets the returned rows in the requested order", async () => {
    await dealer.client
      .from("vehicles")
      .insert([2001, 2003, 2002].map((year) => vehicle({ model: "Orden", year })));
    const shown = await dealer.client
      .from("vehicles")
      .update({ published: true })
      .eq("model", "Orden")
      .select("year")
      .order("year");
    expect(shown.data).toEqual([{ year: 2001 }, { year: 2002 }, { year: 2003 }]);
  });
});

describe("foreign keys and privileges", () => {
  it("return 409 for a reference to a missing row", async () => {
    const result = await admin.client
      .from("vehicles")
      .insert({ ...vehicle({ model: "Huérfano" }), user_id: crypto.randomUUID() });
    expect([403, 409]).toContain(result.status);
    expect(await stored("Huérfano")).toEqual([]);
  });

  it("return 401 to a visitor and 403 to a dealer without the privilege", async () => {
    const visitor = await server
      .anonymous()
      .from("vehicles")
      .insert(vehicle({ model: "Visita" }));
    expect(visitor).toMatchObject({ status: 401, error: { code: "42501" } });
    const foreign = await dealer.client
      .from("access_requests")
      .insert({ name: "x", phone: "1", email: "a@b.c" });
    expect(foreign).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await stored("Visita")).toEqual([]);
  });
});

function vehicle(changes: Record<string, unknown>) {
  return { user_id: dealer.id, brand: "Kia", model: "Rio", year: 2020, ...changes };
}

function stored(model: string) {
  return server.sql`select * from public.vehicles where model like ${`${model}%`} order by created_at, model`;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { data } = await dealer.client.auth.getSession();
  return fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("a view that sums up other people's rows", () => {
  it.each(["sales", "sales_by_month", "lot"])("%s cannot be written by any role", async (view) => {
    const filled = vehicle({ model: "Vista" });
    await dealer.client.from("vehicles").insert(filled);
    const clients = [
      [server.anonymous(), 401],
      [dealer.client, 403],
      [admin.client, 403],
      [server.service(), 403],
    ] as const;
    for (const [client, status] of clients) {
      const writes = [
        client.from(view).insert({ dealership_id: dealer.id }),
        client.from(view).upsert({ dealership_id: dealer.id }, { onConflict: "dealership_id" }),
        client.from(view).update({ dealership_id: dealer.id }).eq("dealership_id", dealer.id),
        client.from(view).delete().eq("dealership_id", dealer.id),
      ];
      for (const { status: answered, error } of await Promise.all(writes)) {
        expect([answered, error?.code]).toEqual([status, "42501"]);
      }
    }
  });
});
