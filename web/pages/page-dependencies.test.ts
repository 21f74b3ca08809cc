import { expect, test } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { makePageContext } from "#tests/support/page-context.ts";
import { loader as loadVehiclePage } from "#web/routes/public/public-vehicle.tsx";
import { loader as loadSalesperson } from "#web/routes/public/salesperson.tsx";
import { loader as loadShare } from "#web/routes/public/share.tsx";
import { loader as loadInventory } from "#web/routes/public/storefront-inventory.tsx";
import { loader as loadCard } from "#web/routes/public/vcard.tsx";

const ids = {
  vehicle: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  other: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c12",
  dealership: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c21",
  hidden: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c22",
  salesperson: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c31",
};

const dealership = {
  id: ids.dealership,
  full_name: "Autos Sol",
  role: "concesionario",
  public_slug: "autos-sol",
  dealership_id: null,
  public_config: {},
};
const salesperson = {
  ...dealership,
  id: ids.salesperson,
  full_name: "Ana",
  role: "vendedor",
  public_slug: "ana",
  dealership_id: ids.dealership,
};

/** A public row; the seller is null when its dealership has no public address. */
function vehicle(id: string, owner: string, seller: object | null) {
  return { ...minimalVehicle, images: [], reserved_until: null, id, user_id: owner, seller };
}

/** Vehicles of a dealership with a public address, and of one without. */
const ofTwo = [
  vehicle(ids.vehicle, ids.dealership, dealership),
  vehicle(ids.other, ids.hidden, null),
];

type Tables = { vehicles?: object[]; profiles?: (query: URLSearchParams) => object[] };

/** Calls the loader with the API's responses, and collects the ids that the page depends on. */
function visit(path: string, { vehicles = [], profiles = () => [] }: Tables) {
  const dependencies = new Set<string>();
  const read: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url);
    if (pathname.endsWith("/profiles")) return Response.json(profiles(searchParams));
    return Response.json(pathname.endsWith("/vehicles") ? vehicles : []);
  };
  const cacheUntilChanged = (ids: readonly string[]) => {
    for (const id of ids) dependencies.add(id);
  };
  const url = new URL(path, "https://autos.example");
  const visited = (changes = {}) => ({
    url,
    request: new Request(url),
    context: makePageContext({ fetch: read, cacheUntilChanged, ...changes }),
  });
  return { dependencies, visited };
}

test("a shared page depends on each vehicle's owner, with or without a public address", async () => {
  const { dependencies, visited } = visit(`/share?ids=${ids.vehicle},${ids.other}`, {
    vehicles: ofTwo,
  });
  await loadShare({ ...visited(), params: {}, pattern: "/share" });
  expect([...dependencies].sort()).toEqual([ids.dealership, ids.hidden]);
});

test("a shared page that lacks one of its vehicles is not cached", async () => {
  const { dependencies, visited } = visit(`/share?ids=${ids.vehicle},${ids.other}`, {
    vehicles: [vehicle(ids.vehicle, ids.dealership, dealership)],
  });
  await loadShare({ ...visited(), params: {}, pattern: "/share" });
  expect(dependencies.size).toBe(0);
});

test("a shared page of two dealerships shows the contact of neither", async () => {
  const { visited } = visit(`/share?ids=${ids.vehicle},${ids.other}`, {
    vehicles: ofTwo,
  });
  const page = await loadShare({ ...visited(), params: {}, pattern: "/share" });
  expect(page).toMatchObject({ vehicles: [{}, {}], seller: null });
});

test("a custom domain redirects a shared page with a vehicle of a hidden dealership", async () => {
  const { visited } = visit(`/share?ids=${ids.vehicle},${ids.other}`, {
    vehicles: ofTwo,
  });
  const customDomain = { dealershipId: ids.dealership, slug: "autos-sol" };
  const loading = loadShare({ ...visited({ customDomain }), params: {}, pattern: "/share" });
  await expect(loading).rejects.toMatchObject({ status: 302 });
});

test("a vehicle's page depends on an owner without a public address", async () => {
  const { dependencies, visited } = visit(`/public/vehicle/${ids.vehicle}`, {
    vehicles: [vehicle(ids.vehicle, ids.hidden, null)],
  });
  const params = { id: ids.vehicle };
  await loadVehiclePage({ ...visited(), params, pattern: "/public/vehicle/:id" });
  expect([...dependencies]).toEqual([ids.hidden]);
});

test.each([
  ["a vehicle's page", `/public/vehicle/${ids.vehicle}`],
  ["a shared page", "/share"],
  ["an inventory", "/i/autos-sol/inventory"],
])("%s depends on the salesperson in its link", async (_, path) => {
  const { dependencies, visited } = visit(`${path}?vendedor=ana&ids=${ids.vehicle}`, {
    vehicles: [vehicle(ids.vehicle, ids.dealership, dealership)],
    profiles: (query) => [query.get("role") === "eq.vendedor" ? salesperson : dealership],
  });
  if (path === "/share") {
    await loadShare({ ...visited(), params: {}, pattern: "/share" });
  } else if (path.startsWith("/i/")) {
    const params = { publicSlug: "autos-sol" };
    await loadInventory({ ...visited(), params, pattern: "/i/:publicSlug/inventory" });
  } else {
    const params = { id: ids.vehicle };
    await loadVehiclePage({ ...visited(), params, pattern: "/public/vehicle/:id" });
  }
  expect([...dependencies].sort()).toEqual([ids.dealership, ids.salesperson]);
});

test("a salesperson's page and card depend on a dealership without a public address", async () => {
  const params = { publicSlug: "ana" };
  for (const path of ["/s/ana", "/vcard/ana"]) {
    const { dependencies, visited } = visit(path, {
      profiles: () => [{ ...salesperson, dealership: null }],
    });
    if (path === "/s/ana") {
      await loadSalesperson({ ...visited(), params, pattern: "/s/:publicSlug" });
    } else {
      await loadCard({ ...visited(), params, pattern: "/vcard/:publicSlug" });
    }
    expect([...dependencies].sort()).toEqual([ids.dealership, ids.salesperson]);
  }
});
