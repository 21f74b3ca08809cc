import { expect, test } from "vitest";
import { z } from "zod";
import { PublicRowsUnavailable } from "#web/api/read-public-rows.ts";
import { loadSharedVehicles } from "./load-shared-vehicles.ts";

const id = (n: number) => `0b8f4a52-6d0a-4b58-9d8e-${String(n).padStart(12, "0")}`;
const seller = { columns: "id,full_name", schema: z.object({ id: z.string(), name: z.string() }) };

function row(n: number, changes: Record<string, unknown> = {}) {
  return {
    id: id(n),
    user_id: id(90),
    brand: "Hyundai",
    model: "Kona",
    year: 2023,
    price: null,
    mileage: null,
    transmission: null,
    fuel_type: null,
    images: ["/a.jpg", "/b.jpg"],
    reserved_until: null,
    status: "Disponible",
    seller: { id: "sol", name: "Autos Sol" },
    ...changes,
  };
}

function rest(answer: () => Response) {
  const asked: Request[] = [];
  const read: typeof fetch = async (input, init) => {
    asked.push(new Request(input, init));
    return answer();
  };
  return { asked, rest: { fetch: read, url: "http://api.internal", anonKey: "anon" } };
}

test("a visitor's page sends one anonymous request for published vehicles", async () => {
  const api = rest(() => Response.json([]));
  await loadSharedVehicles(api.rest, [id(1), id(2)], seller);
  expect(api.asked).toHaveLength(1);
  const { searchParams } = new URL(api.asked[0]?.url ?? "");
  expect(searchParams.get("id")).toBe(`in.(${id(1)},${id(2)})`);
  expect(searchParams.get("published")).toBe("is.true");
  expect(searchParams.get("select")).toContain(
    "seller:profiles!vehicles_user_id_fkey(id,full_name)",
  );
  expect(searchParams.get("select")).not.toContain("*");
  expect(api.asked[0]?.headers.get("authorization")).toBe("Bearer anon");
});

test("a visitor sees the vehicles in the link's order, without missing ones", async () => {
  const api = rest(() => Response.json([row(1), row(3, { reserved_until: "2020-12-01" })]));
  const { vehicles } = await loadSharedVehicles(api.rest, [id(3), id(2), id(1)], seller);
  expect(vehicles.map((vehicle) => vehicle.id)).toEqual([id(3), id(1)]);
  expect(vehicles[0]).toMatchObject({ cover: "/a.jpg", photos: 2, reserved_until: "2020-12-01" });
  expect(vehicles[1]).toMatchObject({ reserved_until: null });
});

test("a visitor's page gets each visible seller once, in order of appearance", async () => {
  const luna = { id: "luna", name: "Autos Luna" };
  const rows = [row(1), row(2, { seller: luna }), row(3, { seller: null }), row(4)];
  const api = rest(() => Response.json(rows));
  const { sellers } = await loadSharedVehicles(api.rest, [id(3), id(2), id(1), id(4)], seller);
  expect(sellers).toEqual([luna, { id: "sol", name: "Autos Sol" }]);
});

test("a visitor's link without IDs sends no request", async () => {
  const api = rest(() => Response.json([]));
  expect(await loadSharedVehicles(api.rest, [], seller)).toEqual({
    vehicles: [],
    sellers: [],
    owners: [],
  });
  expect(api.asked).toHaveLength(0);
});

test.each([401, 500, 503])(
  "a visitor sees an error, not an empty selection, when the API answers %d",
  async (status) => {
    const api = rest(() => new Response("{}", { status }));
    await expect(loadSharedVehicles(api.rest, [id(1)], seller)).rejects.toThrow(
      PublicRowsUnavailable,
    );
  },
);
