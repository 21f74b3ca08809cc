import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let visitor: SupabaseClient;
let dealer: Person;
let seller: Person;

beforeAll(async () => {
  server = await startTestServer();
  visitor = server.anonymous();
  const config = {
    profile: { name: "Autos Uno", tagline: "Confianza, siempre" },
    page_style: { accent_color: "#112233" },
  };
  dealer = await createDealership(server, { fullName: "Autos Uno", slug: "autos-uno", config });
  seller = await createSalesperson(server, dealer.id, { fullName: "Vera Ventas", slug: "vera" });
  const other = await createDealership(server, { fullName: "Zeta Motors", slug: "zeta" });
  const models = ["Kona", "Civic", "Corolla", "Onix", "Rio"];
  const rows = models.map((model, index) => ({
    user_id: index === 2 ? other.id : dealer.id,
    brand: ["Hyundai", "Honda", "Toyota", "Chevrolet", "Kia"][index],
    model,
    year: 2018 + index,
    price: index === 3 ? null : String(10_000 + index),
    mileage: index * 1000,
    published: index !== 4,
    status: index === 3 ? "Vendido" : "Disponible",
    images: [`https://example.com/${model}.jpg`],
  }));
  await server.sql`insert into public.vehicles ${server.sql(rows)}`;
});

afterAll(() => server.stop());

describe("a visitor's select", () => {
  it("returns the requested columns in the requested order", async () => {
    const { data, status } = await visitor.from("vehicles").select("brand,model").order("model");
    expect(status).toBe(200);
    expect(data).toEqual([
      { brand: "Honda", model: "Civic" },
      { brand: "Toyota", model: "Corolla" },
      { brand: "Hyundai", model: "Kona" },
      { brand: "Chevrolet", model: "Onix" },
    ]);
  });

  it("returns types, aliases and casts as JSON", async () => {
    const { data } = await visitor
      .from("vehicles")
      .select("name:model,year,text_year:year::text,images,published")
      .eq("model", "Kona");
    expect(data).toEqual([
      {
        name: "Kona",
        year: 2018,
        text_year: "2018",
        images: ["https://example.com/Kona.jpg"],
        published: true,
      },
    ]);
  });

  it("expands * to the columns that a visitor may read, and no others", async () => {
    const { data } = await visitor.from("profiles").select("*").eq("public_slug", "autos-uno");
    expect(Object.keys(data?.[0]).sort()).toEqual([
      "dealership_id",
      "full_name",
      "id",
      "public_config",
      "public_slug",
      "role",
      "verified_domain",
    ]);
  });

  it("returns CSV that keeps parentheses and empty values", async () => {
    const own = { user_id: dealer.id, year: 2021, published: true };
    const words = [
      { brand: "(Kia)", model: "(Rio) 1.6", price: "()" },
      { brand: "Kia)", model: ")(", price: null },
    ];
    await server.sql`insert into public.vehicles ${server.sql(words.map((word) => ({ ...own, ...word })))}`;
    const csv = await visitor
      .from("vehicles")
      .select("brand,model,price")
      .like("brand", "*Kia)")
      .order("brand")
      .csv();
    await server.sql`delete from public.vehicles where brand like '%Kia)'`;
    expect(csv.data).toBe('brand,model,price\n"(Kia)","(Rio) 1.6","()"\n"Kia)",")(",');
  });

  it("reads and filters inside JSON", async () => {
    const { data, error } = await visitor
      .from("profiles")
      .select(
        "colour:public_config->page_style->>accent_color,public_config->profile->>tagline,public_config->profile",
      )
      .eq("public_config->profile->>name", "Autos Uno");
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        colour: "#112233",
        tagline: "Confianza, siempre",
        profile: { name: "Autos Uno", tagline: "Confianza, siempre" },
      },
    ]);
  });

  it("orders by several columns, with nulls placement, and by embedded columns", async () => {
    const byPrice = await visitor
      .from("vehicles")
      .select("model")
      .order("price", { ascending: false, nullsFirst: false });
    expect(byPrice.data?.map(({ model }) => model)).toEqual(["Corolla", "Civic", "Kona", "Onix"]);
    const nullsFirst = await visitor
      .from("vehicles")
      .select("model")
      .order("price", { nullsFirst: true })
      .limit(1);
    expect(nullsFirst.data).toEqual([{ model: "Onix" }]);
    const bySeller = await visitor
      .from("vehicles")
      .select("model,seller:profiles!vehicles_user_id_fkey(full_name)")
      .order("seller(full_name)", { ascending: false })
      .order("model");
    expect(bySeller.data?.map(({ model }) => model)).toEqual(["Corolla", "Civic", "Kona", "Onix"]);
  });
});

describe("a visitor's filter", () => {
  it.each([
    ["eq", "Honda", ["Civic"]],
    ["neq", "Honda", ["Corolla", "Kona", "Onix"]],
    ["gt", "Honda", ["Corolla", "Kona"]],
    ["gte", "Honda", ["Civic", "Corolla", "Kona"]],
    ["lt", "Honda", ["Onix"]],
    ["lte", "Honda", ["Civic", "Onix"]],
    ["like", "H*", ["Civic", "Kona"]],
    ["ilike", "%ONDA", ["Civic"]],
    ["in", '(Honda,"Toyota")', ["Civic", "Corolla"]],
    ["in", "()", []],
    ["not.in", "(Honda,Toyota)", ["Kona", "Onix"]],
    ["match", "^H", ["Civic", "Kona"]],
    ["like(any)", "{Ho*,Ch*}", ["Civic", "Onix"]],
    ["isdistinct", "Honda", ["Corolla", "Kona", "Onix"]],
  ])("%s %s returns the matching rows", async (operator, value, models) => {
    const { data, error } = await visitor
      .from("vehicles")
      .select("model")
      .filter("brand", operator, value)
      .order("model");
    expect(error).toBeNull();
    expect(data?.map(({ model }) => model)).toEqual(models);
  });

  it("supports null, not null and booleans", async () => {
    const noPrice = await visitor.from("vehicles").select("model").is("price", null);
    const priced = await visitor
      .from("vehicles")
      .select("model")
      .not("price", "is", null)
      .is("published", true)
      .order("model");
    expect(noPrice.data).toEqual([{ model: "Onix" }]);
    expect(priced.data?.map(({ model }) => model)).toEqual(["Civic", "Corolla", "Kona"]);
  });

  it("supports arrays", async () => {
    const { data } = await visitor
      .from("vehicles")
      .select("model")
      .contains("images", ["https://example.com/Kona.jpg"]);
    expect(data).toEqual([{ model: "Kona" }]);
  });

  it("supports or, and, not, nested and quoted", async () => {
    const { data, error } = await visitor
      .from("vehicles")
      .select("model")
      .or('model.eq."Kona",and(year.gte.2019,not.or(brand.eq.Toyota,status.eq.Vendido))')
      .order("model");
    expect(error).toBeNull();
    expect(data?.map(({ model }) => model)).toEqual(["Civic", "Kona"]);
  });

  it("treats SQL and filter characters in a value as plain text", async () => {
    const odd = "O'Hara; drop table public.vehicles; -- ), {(,";
    const { data, error, status } = await visitor
      .from("vehicles")
      .select("model")
      .in("brand", [odd, "Honda"]);
    expect({ error, status, data }).toEqual({
      error: null,
      status: 200,
      data: [{ model: "Civic" }],
    });
    const odder = await visitor.from("vehicles").select("model").eq("brand", `${odd}"\\`);
    expect(odder).toMatchObject({ error: null, data: [] });
  });

  it("accepts 200 ids in one request", async () => {
    const known = await visitor.from("vehicles").select("id").eq("model", "Kona").single();
    const ids = Array.from(
      { length: 199 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    );
    const { data, error } = await visitor
      .from("vehicles")
      .select("model")
      .in("id", [...ids, known.data?.id]);
    expect(error).toBeNull();
    expect(data).toEqual([{ model: "Kona" }]);
  });
});

describe("a visitor's embed", () => {
  it("returns the seller as an object with its dealership, or null", async () => {
    const { data, error } = await visitor
      .from("vehicles")
      .select(
        "model,seller:profiles!vehicles_user_id_fkey(full_name,dealership:dealership_id(full_name))",
      )
      .eq("model", "Kona")
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ model: "Kona", seller: { full_name: "Autos Uno", dealership: null } });
  });

  it.each([
    "profiles!vehicles_user_id_fkey",
    "profiles!user_id",
    "vehicles_user_id_fkey",
    "user_id",
    "profiles",
  ])("can be named by %s", async (target) => {
    const { data, error } = await visitor
      .from("vehicles")
      .select(`seller:${target}(full_name)`)
      .eq("model", "Kona");
    expect(error).toBeNull();
    expect(data).toEqual([{ seller: { full_name: "Autos Uno" } }]);
  });

  it("returns the parent of a row of the same table by its column", async () => {
    const { data } = await visitor
      .from("profiles")
      .select("full_name,dealership:dealership_id(full_name)")
      .eq("public_slug", "vera");
    expect(data).toEqual([{ full_name: "Vera Ventas", dealership: { full_name: "Autos Uno" } }]);
  });

  it("returns children as a list with their own filter, order and limit", async () => {
    const { data, error } = await visitor
      .from("profiles")
      .select("full_name,vehicles(model)")
      .eq("role", "concesionario")
      .eq("vehicles.status", "Disponible")
      .order("full_name")
      .order("model", { referencedTable: "vehicles" })
      .limit(1, { referencedTable: "vehicles" });
    expect(error).toBeNull();
    expect(data).toEqual([
      { full_name: "Autos Uno", vehicles: [{ model: "Civic" }] },
      { full_name: "Zeta Motors", vehicles: [{ model: "Corolla" }] },
    ]);
  });

  it("returns an empty list, or with !inner no parent, when no child matches", async () => {
    const select = async (embed: string) =>
      visitor
        .from("profiles")
        .select(`full_name,${embed}(model)`)
        .eq("role", "concesionario")
        .eq("vehicles.model", "Corolla")
        .order("full_name");
    expect((await select("vehicles")).data).toEqual([
      { full_name: "Autos Uno", vehicles: [] },
      { full_name: "Zeta Motors", vehicles: [{ model: "Corolla" }] },
    ]);
    expect((await select("vehicles!inner")).data).toEqual([
      { full_name: "Zeta Motors", vehicles: [{ model: "Corolla" }] },
    ]);
  });

  it("filters vehicles by the seller's dealership, newest first, as public pages do", async () => {
    const { data, error } = await visitor
      .from("vehicles")
      .select("model,seller:profiles!inner(public_slug)")
      .eq("seller.public_slug", "autos-uno")
      .eq("status", "Disponible")
      .order("model");
    expect(error).toBeNull();
    expect(data?.map(({ model }) => model)).toEqual(["Civic", "Kona"]);
  });

  it("can be requested without output, and tested for existence", async () => {
    const hidden = await visitor
      .from("profiles")
      .select("full_name,vehicles!inner()")
      .eq("vehicles.model", "Corolla");
    expect(hidden.data).toEqual([{ full_name: "Zeta Motors" }]);
    const without = await visitor
      .from("profiles")
      .select("full_name,vehicles()")
      .is("vehicles", null);
    expect(without.data).toEqual([{ full_name: "Vera Ventas" }]);
  });
});

describe("a visitor's page of rows", () => {
  it("follows limit, offset and range", async () => {
    const { data } = await visitor.from("vehicles").select("model").order("model").range(1, 2);
    expect(data?.map(({ model }) => model)).toEqual(["Corolla", "Kona"]);
    const none = await visitor.from("vehicles").select("model").limit(0);
    expect(none).toMatchObject({ data: [], status: 200 });
  });

  it("gets 206 with the count for a part, 200 for all rows", async () => {
    const part = await visitor.from("vehicles").select("model", { count: "exact" }).limit(3);
    expect(part).toMatchObject({ status: 206, count: 4 });
    const whole = await visitor.from("vehicles").select("model", { count: "exact" });
    expect(whole).toMatchObject({ status: 200, count: 4 });
  });

  it("is counted by HEAD, with filters and inner embeds", async () => {
    const head = await visitor
      .from("vehicles")
      .select("*,profiles!inner(*)", { count: "exact", head: true })
      .eq("profiles.public_slug", "autos-uno");
    expect(head).toMatchObject({ data: null, status: 200, count: 3 });
  });

  it("has its rows in Content-Range", async () => {
    const response = await get("vehicles?select=model&order=model", {
      range: "1-2",
      prefer: "count=exact",
    });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe("1-2/4");
    expect((await get("vehicles?select=model&limit=2")).headers.get("content-range")).toBe("0-1/*");
    expect(
      (await get("vehicles?select=model&model=eq.x", { prefer: "count=exact" })).headers.get(
        "content-range",
      ),
    ).toBe("*/0");
  });

  it("cannot start beyond the last row", async () => {
    const { error, status } = await visitor
      .from("vehicles")
      .select("model", { count: "exact" })
      .range(50, 60);
    expect(status).toBe(416);
    expect(error).toMatchObject({
      code: "PGRST103",
      details: "An offset of 50 was requested, but there are only 4 rows.",
    });
  });
});

describe("a visitor who requests one object", () => {
  it("gets it when exactly one row matches", async () => {
    const { data } = await visitor.from("vehicles").select("model").eq("model", "Kona").single();
    expect(data).toEqual({ model: "Kona" });
  });

  it("gets PGRST116 when there is none or more than one", async () => {
    const none = await visitor.from("vehicles").select("model").eq("model", "Ninguno").single();
    expect(none).toMatchObject({ status: 406, data: null });
    expect(none.error).toMatchObject({ code: "PGRST116", details: "The result contains 0 rows" });
    const several = await visitor.from("vehicles").select("model").single();
    expect(several.error).toMatchObject({
      code: "PGRST116",
      details: "The result contains 4 rows",
    });
  });

  it("gets null from maybeSingle when there is none", async () => {
    const { data, error } = await visitor
      .from("vehicles")
      .select("model")
      .eq("model", "Ninguno")
      .maybeSingle();
    expect({ data, error }).toEqual({ data: null, error: null });
  });

  it("can have nulls stripped", async () => {
    const { data } = await visitor
      .from("vehicles")
      .select("model,price")
      .eq("model", "Onix")
      .stripNulls()
      .single();
    expect(data).toEqual({ model: "Onix" });
  });
});

describe("a salesperson", () => {
  it("can read the dealership's inventory, with unpublished vehicles", async () => {
    const { data } = await seller.client
      .from("vehicles")
      .select("model")
      .eq("user_id", dealer.id)
      .order("created_at", { ascending: false });
    expect(data?.map(({ model }) => model).sort()).toEqual(["Civic", "Kona", "Onix", "Rio"]);
  });
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/rest/v1/${path}`, {
    headers: { apikey: server.anonKey, ...headers },
  });
}
