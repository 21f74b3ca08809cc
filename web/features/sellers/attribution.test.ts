import { describe, expect, test } from "vitest";
import { loadSalesperson, resolvePageSeller } from "./attribution.ts";
import { PublicSeller } from "./public-seller.ts";

const row = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Autos Sol",
  role: "concesionario",
  public_slug: "autos-sol",
  dealership_id: null,
  public_config: {
    profile: { phone: "305 555 0100", location: "Calle 8", logo: "https://a.example/sol.png" },
    page_style: { accent_color: "#1E3A8A" },
  },
};
const dealership = PublicSeller.parse(row);
const anaRow = {
  ...row,
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c12",
  full_name: "Ana",
  role: "vendedor",
  public_slug: "ana",
  dealership_id: dealership.id,
  public_config: { profile: { whatsapp: "305 555 0199" } },
};
const ana = PublicSeller.parse(anaRow);

describe("the seller shown on a dealership's page", () => {
  test("a visitor without a salesperson's link reaches the dealership", () => {
    expect(resolvePageSeller(dealership, null, "US")).toMatchObject({
      name: "Autos Sol",
      vendedor: null,
      worksFor: null,
      storefront: "/i/autos-sol",
    });
  });

  test("a visitor with a salesperson's link sees them in the dealership's look", () => {
    const shown = resolvePageSeller(dealership, ana, "US");
    expect(shown).toMatchObject({
      id: ana.id,
      name: "Ana",
      whatsapp: "13055550199",
      location: "Calle 8",
      logo: "https://a.example/sol.png",
      accentColor: "#1E3A8A",
      vendedor: "ana",
      worksFor: "Autos Sol",
      storefront: "/i/autos-sol?vendedor=ana",
    });
    expect(shown.phone).toBeUndefined();
  });

  test("a visitor sees the dealership's hero picture until the salesperson changes it", () => {
    const image = "https://a.example/patio.jpg";
    const page_style = { hero_background_color: "#0B7A4B", hero_image_url: image };
    const boss = PublicSeller.parse({ ...row, public_config: { page_style } });
    const hero = (own: object) => {
      const vendedor = PublicSeller.parse({ ...anaRow, public_config: { page_style: own } });
      const { heroColor, heroImage } = resolvePageSeller(boss, vendedor, "US");
      return [heroColor, heroImage];
    };
    expect(hero({})).toEqual(["#0B7A4B", image]);
    expect(hero({ use_hero_image: false })).toEqual(["#0B7A4B", undefined]);
    expect(hero({ hero_background_color: "#FFFFFF" })).toEqual(["#FFFFFF", undefined]);
    const own = "https://a.example/ana.jpg";
    expect(hero({ hero_image_url: own })).toEqual([undefined, own]);
  });

  test("a visitor with a link of another dealership's salesperson reaches the dealership", () => {
    for (const dealership_id of ["0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c99", null]) {
      const stranger = PublicSeller.parse({ ...anaRow, dealership_id });
      expect(resolvePageSeller(dealership, stranger, "US")).toMatchObject({
        name: "Autos Sol",
        vendedor: null,
      });
    }
  });
});

describe("loadSalesperson", () => {
  const rest = (rows: unknown[]) => {
    const asked: URL[] = [];
    const read: typeof fetch = async (input) => {
      asked.push(new URL(String(input)));
      return Response.json(rows);
    };
    return { asked, rest: { fetch: read, url: "http://api.internal", anonKey: "anon" } };
  };
  const from = (query: string) => new URLSearchParams(query);

  test("a visitor's page loads the salesperson of the link in one request", async () => {
    const api = rest([anaRow]);
    expect(await loadSalesperson(api.rest, from("vendedor=ana"))).toMatchObject({ name: "Ana" });
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]?.searchParams.get("role")).toBe("eq.vendedor");
    expect(api.asked[0]?.searchParams.get("public_slug")).toBe("eq.ana");
  });

  test.each(["", "vendedor=", "vendedor=Ana%20%27or", "vendedor=a,role.eq.admin"])(
    "a visitor's page loads no salesperson for the link %j",
    async (query) => {
      const api = rest([anaRow]);
      expect(await loadSalesperson(api.rest, from(query))).toBeNull();
      expect(api.asked).toHaveLength(0);
    },
  );

  test("a visitor's link to no active salesperson is ignored", async () => {
    expect(await loadSalesperson(rest([]).rest, from("vendedor=ana"))).toBeNull();
  });

  test("a visitor's link with a salesperson's former slug still works", async () => {
    const read: typeof fetch = async (input) => {
      const { pathname, searchParams } = new URL(String(input));
      if (pathname.endsWith("/rpc/find_moved_slug")) {
        const isHers = searchParams.get("p_slug") === "ana-sol";
        return Response.json(isHers ? [{ public_slug: "ana", role: "vendedor" }] : []);
      }
      return Response.json(searchParams.get("public_slug") === "eq.ana" ? [anaRow] : []);
    };
    const api = { fetch: read, url: "http://api.internal", anonKey: "anon" };
    expect(await loadSalesperson(api, from("vendedor=ana-sol"))).toMatchObject({ slug: "ana" });
    expect(await loadSalesperson(api, from("vendedor=ana-luna"))).toBeNull();
  });
});
