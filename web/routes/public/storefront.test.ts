import { expect, test } from "vitest";
import { makePageContext } from "#tests/support/page-context.ts";
import { loader } from "./storefront.tsx";

const row = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Ana Sol",
  role: "concesionario",
  public_slug: "autos-sol",
  dealership_id: null,
  public_config: { profile: { name: "Autos Sol", whatsapp: "305 555 0123" } },
  vehicles: [],
  team: [],
};

function load(answer: (url: URL) => Response, query = "", slug = "autos-sol") {
  const asked: URL[] = [];
  const read: typeof fetch = async (input, init) => {
    const url = new URL(new Request(input, init).url);
    asked.push(url);
    return answer(url);
  };
  const context = makePageContext({ fetch: read });
  const url = new URL(`https://autos.example/i/${slug}${query}`);
  const request = new Request(url);
  const params = { publicSlug: slug };
  return { asked, loading: loader({ request, url, context, params, pattern: "/i/:publicSlug" }) };
}

test("a customer's landing takes one request, for public columns only", async () => {
  const { asked, loading } = load(() => Response.json([row]));
  const page = await loading;
  expect(page).toMatchObject({
    view: { name: "Autos Sol", tagline: "Tu concesionario de confianza.", vehicles: [] },
    plan: { price: 25_000 },
  });
  expect(page.view.contact.whatsapp).toMatch(/^https:\/\/wa\.me\/13055550123/);
  expect(asked).toHaveLength(1);
  const { pathname, searchParams } = asked[0] ?? new URL("https://none.example");
  expect(pathname).toBe("/rest/v1/profiles");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    public_slug: "eq.autos-sol",
    role: "eq.concesionario",
    "vehicles.status": "eq.Disponible",
    "vehicles.published": "is.true",
    "vehicles.order": "created_at.desc,id.desc",
    "vehicles.limit": "4",
    "team.limit": "24",
  });
  expect(searchParams.get("select")).not.toMatch(/\*|email|phone|\bconfig/);
});

test("a customer who comes from a vehicle starts the calculator at its price", async () => {
  const { loading } = load(() => Response.json([row]), "?precio=150000&plazo=48");
  expect(await loading).toMatchObject({
    plan: { price: 150_000, months: 48 },
    scale: { top: 150_000 },
  });
});

test("a customer's page answers 503 with Retry-After while the API does not answer", async () => {
  const refused = { init: { status: 503, headers: { "Retry-After": "5" } } };
  const down = () => new Response("{}", { status: 503 });
  await expect(load(down).loading).rejects.toMatchObject(refused);
  const downLater = (url: URL) =>
    url.pathname.includes("/rpc/") ? new Response("{}", { status: 503 }) : Response.json([]);
  await expect(load(downLater).loading).rejects.toMatchObject(refused);
});

test.each([
  ["never was", [], 404],
  ["is gone", [{ public_slug: null, role: null }], 410],
  ["is an administrator's now", [{ public_slug: "jefa", role: "admin" }], 410],
])("a customer who opens an address that %s gets %s", async (_, moved, status) => {
  const { loading } = load((url) => Response.json(url.pathname.includes("/rpc/") ? moved : []));
  await expect(loading).rejects.toMatchObject({ init: { status } });
});

test("a customer's address with capitals redirects to lower case", async () => {
  const { asked, loading } = load(() => Response.json([]), "?precio=9000", "Autos-Sol");
  const answer = await loading.catch((thrown: Response) => thrown);
  if (!(answer instanceof Response)) throw new Error("No redirect was thrown.");
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    301,
    "/i/autos-sol?precio=9000",
  ]);
  expect(asked).toHaveLength(0);
});

test("a customer's address that moved redirects to the page of the current role", async () => {
  const moved = [{ public_slug: "ana-sol", role: "vendedor" }];
  const { loading } = load(
    (url) => Response.json(url.pathname.includes("/rpc/") ? moved : []),
    "?precio=9000",
  );
  const answer = await loading.catch((thrown: Response) => thrown);
  if (!(answer instanceof Response)) throw new Error("No redirect was thrown.");
  expect(answer.status).toBe(301);
  expect(answer.headers.get("Location")).toBe("/s/ana-sol?precio=9000");
});
