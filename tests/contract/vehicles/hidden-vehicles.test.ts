import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let rival: Person;
let shown: string;
let hidden: string;

const secret = "+1 305 555 0177";

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server, { slug: "propio", phone: "13055550199" });
  rival = await createDealership(server, { slug: "rival" });
  await setContact(false);
  shown = await addVehicle("Visible", true);
  hidden = await addVehicle("Oculto", false);
});
afterAll(() => server.stop());

async function setContact(isShown: boolean): Promise<void> {
  const profile = { whatsapp: secret, contact_links_visibility: { whatsapp: isShown } };
  await server.sql`update public.profiles set config = ${server.sql.json({ profile })} where id = ${dealer.id}`;
}

async function addVehicle(model: string, published: boolean): Promise<string> {
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${dealer.id}, 'Kia', ${model}, 2020, ${published}) returning id`;
  return row?.id ?? "";
}

/** Sends a request with this token, or as a visitor. */
const send = (path: string, { token = server.anonKey, ...call }: Call & { token?: string } = {}) =>
  sendAs(server, token, `/rest/v1/${path}`, call);

describe("threat 8: an unpublished vehicle", () => {
  test.each([
    "vehicles?id=eq.{id}",
    "vehicles?id=in.({id})",
    "vehicles?or=(id.eq.{id},published.is.false)",
    "vehicles?published=not.is.true",
    "vehicles?select=*&published=eq.false",
    "vehicles?model=ilike.*culto",
    "vehicles?%69d=eq.{id}",
    "vehicles?search_text=like.*oculto*",
    "profiles?select=vehicles(model)&vehicles.id=eq.{id}&vehicles=not.is.null",
    "profiles?select=...vehicles(model)&vehicles.published=is.false&vehicles=not.is.null",
    "rpc/get_listing_choices?p_dealership_id={dealer}&model=eq.Oculto",
    "rpc/search_listing?p_dealership_id={dealer}&p_text=oculto",
  ])("a visitor cannot find it by %s", async (path) => {
    const address = path.replace("{id}", hidden).replace("{dealer}", dealer.id);
    const asked: Record<string, string>[] = [{}, { accept: "text/csv" }, { prefer: "count=exact" }];
    for (const headers of asked) {
      const { status, text } = await send(address, { headers });
      expect([address, text.includes("Oculto") || text.includes(hidden)]).toEqual([address, false]);
      expect([200, 400, 406, 415]).toContain(status);
    }
    const counted = await send(address, { method: "HEAD", headers: { prefer: "count=exact" } });
    expect(counted.text).toBe("");
    if (counted.status === 200) expect(counted.range).toMatch(/\/0$/);
  });

  test("a visitor who requests it as one object gets 406, and its dealer gets it", async () => {
    const one = { accept: "application/vnd.pgrst.object+json" };
    expect((await send(`vehicles?id=eq.${hidden}`, { headers: one })).status).toBe(406);
    expect((await send(`vehicles?id=eq.${shown}`, { headers: one })).status).toBe(200);
    const token = await tokenOf(dealer);
    expect((await send(`vehicles?id=eq.${hidden}`, { headers: one, token })).status).toBe(200);
    const stranger = await tokenOf(rival);
    expect((await send(`vehicles?id=eq.${hidden}`, { headers: one, token: stranger })).status).toBe(
      406,
    );
  });
});

describe("threat 37: a link with thousands of ids", () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  test.each([5_000, 1_000, 500])("with %i gets an error as JSON", async (count) => {
    const list = ids(count).join(",");
    for (const path of [
      `/rest/v1/vehicles?id=in.(${list})`,
      `/share?ids=${list}`,
      `/share/${list}`,
    ]) {
      const headers = { apikey: server.anonKey };
      const { status, body } = await sendRaw(server.url, { method: "GET", path, headers });
      expect([414, 431]).toContain(status);
      expect(JSON.parse(body.toString())).toMatchObject({
        code: "uri_too_long",
        hint: "Ask for fewer ids at a time.",
      });
    }
    expect((await send(`vehicles?id=eq.${shown}`)).status).toBe(200);
  });

  test("with 200 gets the published ones only", async () => {
    const list = [...ids(198), shown, hidden].join(",");
    const { status, text } = await send(`vehicles?select=id&id=in.(${list})`);
    expect([status, JSON.parse(text)]).toEqual([200, [{ id: shown }]]);
  });
});

describe("threat 8: a visitor who only counts", () => {
  test.each([
    "profiles?select=id,vehicles!inner()&vehicles.published=is.false",
    "vehicles?published=is.false",
  ])("learns nothing from %s", async (path) => {
    for (const count of ["exact", "planned", "estimated"]) {
      const headers = { prefer: `count=${count}`, range: "0-0" };
      const { range } = await send(path, { method: "HEAD", headers });
      expect(Number(range.split("/")[1])).toBe(0);
    }
  });

  test("cannot find a hidden vehicle by whether its seller has one", async () => {
    const path = `profiles?select=id,vehicles()&vehicles=not.is.null&vehicles.id=eq.`;
    expect((await send(`${path}${hidden}`)).body).toEqual([]);
    expect((await send(`${path}${shown}`)).body).toEqual([{ id: dealer.id }]);
  });
});
