import { describe, expect, test } from "vitest";
import { z } from "zod";
import { minimalVehicle } from "#contract/fixtures.ts";
import { PublicRowsUnavailable } from "#web/api/read-public-rows.ts";
import { loadPublicVehicle } from "./load-public-vehicle.ts";

const id = "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11";
const seller = { columns: "id,full_name", schema: z.object({ full_name: z.string() }) };
const row = {
  id,
  user_id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c21",
  ...minimalVehicle,
  images: [],
  reserved_until: null,
  seller: { full_name: "Autos Sol" },
};

function rest(answer: () => Response) {
  const asked: Request[] = [];
  const read: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    return request.url.includes("/rpc/") ? Response.json([]) : answer();
  };
  return { asked, rest: { fetch: read, url: "http://api.internal", anonKey: "anon" } };
}

describe("loadPublicVehicle", () => {
  test("a visitor's page requests a published vehicle and similar ones anonymously", async () => {
    const api = rest(() => Response.json([row]));
    const found = await loadPublicVehicle(api.rest, id, seller);
    expect(found).toMatchObject({
      vehicle: { brand: "Hyundai" },
      seller: { full_name: "Autos Sol" },
    });
    expect(api.asked.map((request) => new URL(request.url).pathname)).toEqual([
      "/rest/v1/vehicles",
      "/rest/v1/rpc/get_similar_vehicles",
    ]);
    const url = new URL(api.asked[0]?.url ?? "");
    expect(url.searchParams.get("published")).toBe("is.true");
    expect(url.searchParams.get("id")).toBe(`eq.${id}`);
    expect(url.searchParams.get("select")).toContain(
      "seller:profiles!vehicles_user_id_fkey(id,full_name)",
    );
    expect(url.searchParams.get("select")).not.toContain("*");
    expect(api.asked[0]?.headers.get("authorization")).toBe("Bearer anon");
  });

  test("a visitor's malformed ID is not found without a request", async () => {
    const api = rest(() => Response.json([row]));
    expect(await loadPublicVehicle(api.rest, "1,published.is.false", seller)).toBeNull();
    expect(api.asked).toHaveLength(0);
  });

  test("a visitor gets no vehicle that the database hides", async () => {
    const api = rest(() => Response.json([]));
    expect(await loadPublicVehicle(api.rest, id, seller)).toBeNull();
  });

  test("a visitor sees the vehicle even if its seller is hidden", async () => {
    const api = rest(() => Response.json([{ ...row, seller: null }]));
    expect(await loadPublicVehicle(api.rest, id, seller)).toMatchObject({
      ownerId: row.user_id,
      seller: null,
    });
  });

  test.each([401, 500, 503])(
    "a visitor sees an error, not 'not found', when the API answers %d",
    async (status) => {
      const api = rest(() => new Response("{}", { status }));
      await expect(loadPublicVehicle(api.rest, id, seller)).rejects.toThrow(PublicRowsUnavailable);
    },
  );
});
