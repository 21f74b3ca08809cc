import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type Call, readPersonalData, sendAs } from "#tests/support/send-as.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

const secret = "+1 305 555 0177";

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server, { slug: "propio", phone: "13055550199" });
  await createDealership(server, { slug: "rival" });
  await setContact(false);
  await addVehicle("Visible", true);
  await addVehicle("Oculto", false);
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

/** The headers that do not vary between responses or with the body's size. */
function lasting(headers: Record<string, unknown>) {
  const passing = ["date", "x-request-id", "content-length"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
}

describe("threat 9: e-mail and phone of a profile", () => {
  test.each(["email", "phone", "is_active", "config", "vehicle_count"])(
    "a visitor cannot select, filter or order by a profile's %s, nor in an embed",
    async (column) => {
      const attempts = [
        `profiles?select=${column}`,
        `profiles?select=id&${column}=not.is.null`,
        `profiles?select=id&or=(${column}.is.null,id.not.is.null)`,
        `profiles?select=id&order=${column}`,
        `vehicles?select=id,profiles(${column})`,
        `vehicles?select=id,profiles!inner(id)&profiles.${column}=not.is.null`,
        `vehicles?select=id,profiles(id)&order=profiles(${column})`,
        `profiles?select=copy:${column}::text`,
        `profiles?select=id,${column}->>x`,
      ];
      for (const attempt of attempts) {
        const { status, body } = await send(attempt);
        expect([attempt, status]).toEqual([attempt, 401]);
        expect(body).toMatchObject({ code: "42501" });
      }
    },
  );

  test.each([
    "profiles?select=%65mail",
    'profiles?select="email"',
    "profiles?select=x:email",
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
    "profiles?select=id,team:profiles!dealership_id(phone)",
    "profiles?select=email&limit=0",
    "profiles?select=config&id=is.null",
    "vehicles?select=id,profiles(id)&profiles.email=eq.x",
    "vehicles?select=id,profiles(id)&profiles.order=email",
    "vehicles?select=id,profiles(config->profile->>phone)",
    "vehicles?select=id,profiles(id,profiles!dealership_id(id))&profiles.profiles.or=(phone.is.null)",
    "profiles?select=id,...vehicles(profiles(email))",
  ])("a visitor is refused %s", async (path) => {
    const { status, headers, text } = await send(path);
    expect(status).toBe(401);
    expect(text).not.toMatch(/@example\.com|13055550199|555 0177/);
    // HEAD is refused as well, with the headers of GET.
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

  test("a visitor who counts readable rows gets the count and no rows", async () => {
    const prefer = "count=exact";
    for (const path of ["profiles", "profiles?select=*,vehicles(*)&order=full_name&limit=1"]) {
      const { status, range, text } = await send(path, { method: "HEAD", headers: { prefer } });
      expect([text, range.split("/")[1]]).toEqual(["", "2"]);
      expect(status).toBeLessThan(300);
    }
  });

  test("a visitor who selects every column gets neither", async () => {
    for (const path of ["profiles", "profiles?select=*", "vehicles?select=*,profiles(*)"]) {
      for (const accept of ["application/json", "text/csv", "*/*"]) {
        const { text } = await send(path, { headers: { accept } });
        expect(text).not.toMatch(/@example\.com|13055550199|555 0177|"is_active"|encrypted/);
      }
    }
    expect(JSON.parse((await send(`profiles?select=*&id=eq.${dealer.id}`)).text)).toHaveLength(1);
  });

  test("a visitor's write that asks for the row back gets 401 and changes nothing", async () => {
    const before = await readPersonalData(server);
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
    expect(await readPersonalData(server)).toEqual(before);
  });
});

describe("threat 10: a hidden contact link", () => {
  const guesses = [
    "profiles?select=id&public_config->profile->>whatsapp=like.*0177",
    'profiles?select=id&public_config->profile=cs.{"whatsapp":"+1 305 555 0177"}',
    "profiles?select=id&public_config->>profile=like.*0177*",
    "profiles?select=id&public_config->profile->whatsapp=not.is.null",
    "profiles?select=id&or=(public_config->profile->>whatsapp.like.*0177*)",
    "vehicles?select=id,profiles!inner(id)&profiles.public_config->profile->>whatsapp=like.*0177",
  ];

  test.each(guesses)("a visitor learns nothing from %s until the link is shown", async (path) => {
    const encoded = encodeURI(path).replaceAll("+", "%2B");
    expect(await send(encoded)).toMatchObject({ status: 200, text: "[]" });
    await setContact(true);
    expect(JSON.parse((await send(encoded)).text).length).toBeGreaterThan(0);
    await setContact(false);
    expect((await send(encoded)).text).toBe("[]");
  });

  test("a visitor who orders by it, or by the raw config, gets the same result", async () => {
    const ordered = "profiles?select=id&order=public_config->profile->>whatsapp";
    const rows = (await send(`${ordered}.desc.nullslast,id`)).text;
    expect(JSON.parse(rows)).toHaveLength(2);
    expect((await send(`${ordered}.asc.nullslast,id`)).text).toBe(rows);
    expect((await send("profiles?select=id&order=config->profile->>whatsapp")).status).toBe(401);
  });

  test.each([
    "profiles?config->profile->>whatsapp=like.*305*",
    "profiles?public_config->profile->>whatsapp=like.*305*",
  ])("a visitor who only counts learns nothing from %s", async (path) => {
    for (const count of ["exact", "planned", "estimated"]) {
      const headers = { prefer: `count=${count}`, range: "0-0" };
      const { status, range } = await send(path, { method: "HEAD", headers });
      expect(status === 401 || range.endsWith("/0")).toBe(true);
    }
  });
});
