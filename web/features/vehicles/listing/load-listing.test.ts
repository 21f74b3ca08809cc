import { describe, expect, test } from "vitest";
import { PublicRowsUnavailable } from "#web/api/read-public-rows.ts";
import { readListingSearch } from "./listing-search.ts";
import { loadListing } from "./load-listing.ts";

const vehicle = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  brand: "Hyundai",
  model: "Kona",
  year: 2023,
  price: null,
  mileage: null,
  transmission: null,
  fuel_type: null,
  images: ["https://a.example/1.jpg", "https://a.example/2.jpg"],
  reserved_until: null,
  status: "Disponible",
};
const choice = {
  brand: "Hyundai",
  model: "Kona",
  brand_folded: "hyundai",
  model_folded: "kona",
  vehicle_count: 60,
  oldest_year: 2023,
  newest_year: 2023,
  lowest_price: null,
  highest_price: null,
  highest_mileage: null,
  body_style: null,
  fuel_type: null,
  drivetrain: null,
};
const read = (query: string) => readListingSearch(new URLSearchParams(query));

/** An API with 60 vehicles; a search finds 30. */
function api(status = 200) {
  const asked: Request[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    if (status !== 200) return new Response("{}", { status });
    if (request.url.includes("choices")) return Response.json([choice]);
    const offset = Number(new URL(request.url).searchParams.get("offset"));
    return offset < 60
      ? Response.json([vehicle], { headers: { "content-range": `${offset}-${offset}/30` } })
      : new Response("{}", { status: 416, headers: { "content-range": "*/30" } });
  };
  return { asked, rest: { fetch: answer, url: "http://api.internal", anonKey: "anon" } };
}

describe("loadListing", () => {
  test("a customer's first page sends two anonymous requests and no count", async () => {
    const { asked, rest } = api();
    const listing = await loadListing(rest, "d", read(""));
    expect(listing).toMatchObject({ found: 60, vehicles: [{ photos: 2 }] });
    expect(asked).toHaveLength(2);
    expect(asked.map(({ headers }) => headers.get("prefer"))).toEqual([null, null]);
    const parameters = new URL(asked[0]?.url ?? "").searchParams;
    expect(Object.fromEntries(parameters)).toMatchObject({
      user_id: "eq.d",
      status: "eq.Disponible",
      published: "is.true",
      limit: "24",
      offset: "0",
    });
  });

  test("a customer's search sends two requests, one with a count", async () => {
    const { asked, rest } = api();
    const listing = await loadListing(rest, "d", read("q=kona&pagina=2"));
    expect(listing.found).toBe(30);
    expect(asked).toHaveLength(2);
    expect(asked[0]?.url).toContain("/rpc/search_listing?");
    expect(asked[0]?.headers.get("prefer")).toBe("count=exact");
    expect(new URL(asked[0]?.url ?? "").searchParams.get("offset")).toBe("24");
  });

  test("a customer with a page that no longer exists gets the last one", async () => {
    const { asked, rest } = api();
    const listing = await loadListing(rest, "d", read("q=kona&pagina=9"));
    expect(listing.search.page).toBe(2);
    expect(listing.vehicles).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  test("a customer with a model of another brand gets the brand", async () => {
    const { rest } = api();
    const { search } = await loadListing(rest, "d", read("marca=hyundai&modelo=corolla&pagina=2"));
    expect(search).toMatchObject({ brand: "hyundai", model: "", page: 1 });
  });

  test.each([401, 500, 503])(
    "a customer sees an error, not an empty inventory, when the API answers %d",
    async (status) => {
      await expect(loadListing(api(status).rest, "d", read(""))).rejects.toThrow(
        PublicRowsUnavailable,
      );
    },
  );
});
