import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDealership, type Person, tokenOf } from "#tests/support/people.ts";
import { sendRaw } from "#tests/support/send-raw.ts";
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

type Call = { method?: string; body?: unknown; headers?: Record<string, string>; token?: string };

/** Sends the address as written, escapes and all; gives status and text. */
async function send(path: string, { method = "GET", body, headers, token }: Call = {}) {
  const answer = await sendRaw(server.url, {
    method,
    path: `/rest/v1/${path}`,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token ?? server.anonKey}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  });
  const range = String(answer.headers["content-range"] ?? "");
  return { status: answer.status, headers: answer.headers, range, text: answer.body.toString() };
}

/** The headers that speak neither of this one answer nor of its body's size. */
function lasting(headers: Record<string, unknown>) {
  const passing = ["date", "x-request-id", "content-length"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
}

const everything = async () => [
  ...(await server.sql`select to_jsonb(p) - 'updated_at' as row from public.profiles p order by id`),
  ...(await server.sql`select to_jsonb(v) as row from public.vehicles v order by id`),
  ...(await server.sql`select to_jsonb(u) as row from auth.users u order by id`),
];

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
  ])("a visitor finds it by no %s", async (path) => {
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

  test("a visitor asks for one object and gets 406, and the dealer gets it", async () => {
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

describe("threat 9: e-mail and phone of a profile", () => {
  test.each([
    "profiles?select=%65mail",
    "profiles?select=full_name,email",
    'profiles?select="email"',
    "profiles?select=x:email",
    "profiles?select=email::text",
    "profiles?email=neq.x",
    "profiles?email=like(any).{*@*}",
    "profiles?not.and=(email.is.null)",
    "profiles?or=(and(email.is.null,id.is.null),id.not.is.null)",
    "profiles?order=id.asc,phone.desc.nullslast",
    "profiles?select=config->profile->>whatsapp",
    "vehicles?select=id,owner:profiles(mail:email)",
    "vehicles?select=id,...profiles(email)",
    "vehicles?select=id,profiles!inner()&profiles.or=(email.ilike.*a*)",
    "vehicles?select=id,profiles(dealership:dealership_id(email))",
    "vehicles?select=id,profiles(id)&order=profiles(phone)",
    "profiles?select=id,team:profiles!dealership_id(phone)",
    "profiles?select=email&limit=0",
    "profiles?select=config&id=is.null",
    "profiles?select=id&order=email",
    "vehicles?select=id,profiles(id)&profiles.email=eq.x",
    "vehicles?select=id,profiles(id)&profiles.order=email",
    "vehicles?select=id,profiles(config->profile->>phone)",
    "vehicles?select=id,profiles(id,profiles!dealership_id(id))&profiles.profiles.or=(phone.is.null)",
    "profiles?select=id,...vehicles(profiles(email))",
  ])("a visitor is refused %s", async (path) => {
    const { status, headers, text } = await send(path);
    expect(status).toBe(401);
    expect(text).not.toMatch(/@example\.com|13055550199/);
    // A HEAD has nothing to show, and is refused all the same, with the headers that a GET gets.
    const asked: Record<string, string>[] = [
      {},
      { range: "0-0" },
      { prefer: "count=exact", range: "0-0" },
    ];
    for (const ask of asked) {
      const head = await send(path, { method: "HEAD", headers: ask });
      expect([ask, head.status, head.text]).toEqual([ask, 401, ""]);
      expect(lasting(head.headers)).toEqual(lasting(headers));
    }
  });

  test("a visitor who counts what they may read is answered, and gets no row", async () => {
    const prefer = "count=exact";
    for (const path of ["profiles", "profiles?select=*,vehicles(*)&order=full_name&limit=1"]) {
      const { status, range, text } = await send(path, { method: "HEAD", headers: { prefer } });
      expect([text, range.split("/")[1]]).toEqual(["", "2"]);
      expect(status).toBeLessThan(300);
    }
  });

  test("a visitor who takes every column gets neither", async () => {
    for (const path of ["profiles", "profiles?select=*", "vehicles?select=*,profiles(*)"]) {
      for (const accept of ["application/json", "text/csv", "*/*"]) {
        const { text } = await send(path, { headers: { accept } });
        expect(text).not.toMatch(/@example\.com|13055550199|"is_active"|encrypted/);
      }
    }
    expect(JSON.parse((await send(`profiles?select=*&id=eq.${dealer.id}`)).text)).toHaveLength(1);
  });

  test("a visitor's write that asks for the row back gets and changes nothing", async () => {
    const before = await everything();
    const back = { prefer: "return=representation" };
    const path = "profiles?select=email,phone";
    for (const method of ["PATCH", "DELETE", "POST"]) {
      const filter = method === "POST" ? "" : `&id=eq.${dealer.id}`;
      const { status, text } = await send(`${path}${filter}`, {
        method,
        body: { full_name: "x" },
        headers: back,
      });
      expect([method, status]).toEqual([method, 401]);
      expect(text).not.toContain("@example.com");
    }
    expect(await everything()).toEqual(before);
  });
});

describe("threat 10: a contact link that is hidden", () => {
  const guesses = [
    "profiles?select=id&public_config->profile->>whatsapp=like.*0177",
    'profiles?select=id&public_config->profile=cs.{"whatsapp":"+1 305 555 0177"}',
    "profiles?select=id&public_config->>profile=like.*0177*",
    "profiles?select=id&public_config->profile->whatsapp=not.is.null",
    "profiles?select=id&or=(public_config->profile->>whatsapp.like.*0177*)",
    "vehicles?select=id,profiles!inner(id)&profiles.public_config->profile->>whatsapp=like.*0177",
  ];

  test.each(guesses)("a visitor learns nothing from %s until it is shown", async (path) => {
    const encoded = encodeURI(path).replaceAll("+", "%2B");
    expect(await send(encoded)).toMatchObject({ status: 200, text: "[]" });
    await setContact(true);
    expect(JSON.parse((await send(encoded)).text).length).toBeGreaterThan(0);
    await setContact(false);
    expect((await send(encoded)).text).toBe("[]");
  });

  test("a visitor who orders by it, or by the raw config, sees no difference and gets no row", async () => {
    const ordered = "profiles?select=id&order=public_config->profile->>whatsapp";
    const rows = (await send(`${ordered}.desc.nullslast,id`)).text;
    expect(JSON.parse(rows)).toHaveLength(2);
    expect((await send(`${ordered}.asc.nullslast,id`)).text).toBe(rows);
    expect((await send("profiles?select=id&order=config->profile->>whatsapp")).status).toBe(401);
  });
});

describe("threat 11: another schema", () => {
  test.each([
    "auth",
    "AUTH",
    "public,auth",
    "public, auth",
    " auth",
    "private",
    "pg_catalog",
    "information_schema",
    "graphile_worker",
    "supabase_migrations",
    "storage",
    '"auth"',
    "Public",
  ])("a visitor who names %j in the header is refused in every verb", async (schema) => {
    const before = await everything();
    for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE"]) {
      const name = ["GET", "HEAD"].includes(method) ? "accept-profile" : "content-profile";
      for (const path of ["users?id=not.is.null", "profiles?id=not.is.null", "rpc/uid"]) {
        if (method !== "POST" && path.startsWith("rpc")) continue;
        const body = ["GET", "HEAD"].includes(method) ? undefined : {};
        const answer = await send(path, { method, body, headers: { [name]: schema } });
        expect([method, path, answer.status]).toEqual([method, path, 406]);
      }
    }
    expect(await everything()).toEqual(before);
  });

  test.each([
    "auth.users",
    "auth%2Eusers",
    "%22auth%22.%22users%22",
    "private.settings",
    "pg_stat_activity",
    "outgoing_mail",
    "past_slugs",
    "attempts",
    "recovery_codes",
    "users;select",
    "profiles%00",
  ])("a visitor finds no table %s", async (path) => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const body = method === "GET" ? undefined : {};
      const { status } = await send(`${path}?id=not.is.null`, { method, body });
      expect([path, method, [400, 404].includes(status)]).toEqual([path, method, true]);
    }
  });

  test.each([
    "check_session",
    "take_attempt",
    "queue_mail",
    "private.queue_mail",
    "pg_sleep",
    "set_config",
    "current_setting",
    "lo_import",
    "dblink",
    "crypt",
  ])("a visitor and a dealer find no function %s", async (name) => {
    for (const token of [server.anonKey, await tokenOf(dealer)]) {
      expect((await send(`rpc/${name}`, { method: "POST", body: {}, token })).status).toBe(404);
    }
  });
});

describe("threat 12 and 13: words that are no filter", () => {
  test.each([
    "vehicles?brand=eq.Kia';delete from vehicles--",
    "vehicles?brand=in.(Kia);delete",
    "vehicles?id=eq.00000000-0000-0000-0000-000000000000'::uuid or true",
    "vehicles?and=(id.eq.1,or(brand.eq.'';select))",
    "vehicles?limit=1;delete",
    "vehicles?offset=0 union select",
    "vehicles?select=id,brand->>'x')--",
    "vehicles?order=brand.asc;delete",
    "vehicles?order=brand.asc nulls first, pg_sleep(9)",
    "vehicles?select=count()",
    "vehicles?brand=fts(spanish');delete--).x",
    "vehicles?brand=eq(any).{x}'--",
  ])("a visitor who sends %s changes nothing and waits for nothing", async (path) => {
    const before = await everything();
    const started = performance.now();
    const answer = await send(encodeURI(path));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect([200, 400, 401, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toBe("[]");
    expect(await everything()).toEqual(before);
  });

  test.each([
    "vehicles",
    "vehicles?",
    "vehicles?select=id",
    "vehicles?limit=1&order=id",
    "vehicles?columns=price",
    "vehicles?and=()",
    "vehicles?on_conflict=id",
  ])("a dealer's PATCH and DELETE of %s, which names no row, is refused", async (path) => {
    const before = await everything();
    const token = await tokenOf(dealer);
    for (const method of ["PATCH", "DELETE"]) {
      const { status } = await send(path, { method, body: { price: "1" }, token });
      expect([method, status]).toEqual([method, 400]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe("threat 37: a link with thousands of ids", () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  test.each([5_000, 1_000, 500])("with %i is answered in JSON that says so", async (count) => {
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

  test("with 200 finds those that are shown, and not the hidden one", async () => {
    const list = [...ids(198), shown, hidden].join(",");
    const { status, text } = await send(`vehicles?select=id&id=in.(${list})`);
    expect([status, JSON.parse(text)]).toEqual([200, [{ id: shown }]]);
  });
});
