import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { enrolFactor } from "#backend-tests/support/second-factor.ts";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
const slug = "tienda-rival";
const hiddenPhone = "15005550199";
let rivalSeller: Person;
let seller: Person;
/** Has signed in with the password alone, without the second factor. */
let weak: Person;
let shown: string;
let hidden: string;
let own: string;

beforeAll(async () => {
  const { sql } = server;
  seller = await createSalesperson(server, dealer.id, { slug: "vendedora-propia" });
  rivalSeller = await createSalesperson(server, rival.id, { slug: "vendedora-rival" });
  await createSalesperson(server, rival.id, { slug: null });
  const config = {
    profile: { phone: hiddenPhone, tagline: "Rival", contact_links_visibility: { phone: false } },
    features: { canAddVehicles: true },
  };
  await sql`update public.profiles set public_slug = ${slug},
    custom_domain = 'rival.example.com', config = ${sql.json(config)}
    where id = ${rival.id}`;
  const make = async (owner: Person, published: boolean) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.vehicles (user_id, brand, model, year, vin, published, views)
      values (${owner.id}, 'Kia', 'Ajeno', 2020, ${newVin()}, ${published}, 77) returning id`;
    return row?.id ?? "";
  };
  shown = await make(rival, true);
  hidden = await make(rival, false);
  own = await make(dealer, true);
  await make(dealer, false);
  const enrolled = await createSalesperson(server, dealer.id, { slug: "con-codigo" });
  await enrolFactor(enrolled);
  const client = server.anonymous();
  await client.auth.signInWithPassword(enrolled);
  weak = { ...enrolled, client };
});
afterAll(() => server.stop());

const newVin = () => randomBytes(8).toString("hex").toUpperCase();

type Row = Record<string, unknown>;

/** GETs a path of /rest/v1 as a person, or as a visitor. */
async function get(person: Person | null, path: string) {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${person ? await tokenOf(person) : server.anonKey}`,
      prefer: "count=exact",
    },
  });
  const body: Row[] = await answer.json();
  return { status: answer.status, body, range: answer.headers.get("content-range") };
}

/** The columns that signed-in people may read and visitors may not. */
async function privateColumns(table: string): Promise<string[]> {
  const rows = await server.sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and has_column_privilege('authenticated', attrelid, attnum, 'select')
      and not has_column_privilege('anon', attrelid, attnum, 'select') order by 1`;
  return rows.map(({ name }) => name);
}

const everybody = () => ({ admin, dealer, seller, rival, rivalSeller, weak });

describe("a signed-in person", () => {
  test.each(["profiles", "vehicles"])(
    "reads every row of %s that visitors read, with the same values, once",
    async (table) => {
      const visible = (await get(null, `${table}?select=*&order=id`)).body;
      expect(visible.length).toBeGreaterThan(1);
      for (const [name, person] of Object.entries(everybody())) {
        const { body, range } = await get(person, `${table}?select=*&order=id`);
        const seen = new Map(body.map((row) => [row.id, row]));
        expect(seen.size, name).toBe(body.length);
        expect(range, name).toBe(`0-${body.length - 1}/${body.length}`);
        for (const row of visible) expect(seen.get(row.id), name).toMatchObject(row);
      }
    },
  );

  test("can check whether a slug is taken", async () => {
    const find = (person: Person, wanted: string) =>
      person.client.from("profiles").select("id").eq("public_slug", wanted).single();
    for (const person of [dealer, seller, weak]) {
      expect((await find(person, slug)).data).toEqual({ id: rival.id });
      expect((await find(person, "nadie-lo-tiene")).error?.code).toBe("PGRST116");
    }
  });

  test("can read a stranger's published vehicle and its seller, but no hidden one", async () => {
    const open = (person: Person, id: string) =>
      person.client
        .from("vehicles")
        .select("*,seller:profiles!vehicles_user_id_fkey(*,dealership:dealership_id(*))")
        .eq("id", id)
        .eq("published", true);
    for (const person of [dealer, seller, weak]) {
      const [row] = (await open(person, shown)).data ?? [];
      expect(row).toMatchObject({ id: shown, views: null, updated_at: null });
      expect(row?.seller).toMatchObject({ id: rival.id, public_slug: slug, email: null });
      expect((await open(person, hidden)).data).toEqual([]);
    }
    const card = await dealer.client
      .from("profiles")
      .select("*,dealership:dealership_id(*)")
      .match({ public_slug: "vendedora-rival", role: "vendedor" })
      .single();
    expect(card.data).toMatchObject({ id: rivalSeller.id, dealership: { id: rival.id } });
  });

  test("can read all columns of their own public rows", async () => {
    const [row] = (await get(dealer, `vehicles?id=eq.${own}`)).body;
    expect(row).toMatchObject({ views: 77, updated_at: expect.any(String) });
    const [profile] = (await get(dealer, `profiles?id=eq.${dealer.id}`)).body;
    expect(profile).toMatchObject({ email: dealer.email, is_active: true });
    const [member] = (await get(dealer, `profiles?id=eq.${seller.id}`)).body;
    expect(member).toMatchObject({ email: seller.email });
    const [dealership] = (await get(seller, `profiles?id=eq.${dealer.id}`)).body;
    expect(dealership).toMatchObject({ email: dealer.email });
    const [any] = (await get(admin, `profiles?select=*,asked_role&id=eq.${rival.id}`)).body;
    expect(any).toMatchObject({ email: rival.email, asked_role: null });
  });
});

describe("threat 9: private columns of a stranger's public row", () => {
  test.each(["profiles", "vehicles"])(
    "a dealer cannot read, filter or order by them in %s or in an embed",
    async (table) => {
      const columns = await privateColumns(table);
      expect(columns.length).toBeGreaterThan(1);
      const id = table === "profiles" ? rival.id : shown;
      const [row] = await server.sql<Row[]>`select * from ${server.sql(table)} where id = ${id}`;
      const embedding =
        table === "profiles"
          ? `vehicles?id=eq.${shown}&select=x:profiles!vehicles_user_id_fkey!inner`
          : `profiles?id=eq.${rival.id}&select=x:vehicles!inner`;
      for (const person of [dealer, seller, weak]) {
        for (const column of columns) {
          const direct = await get(person, `${table}?id=eq.${id}&select=${column}`);
          expect(direct.body, column).toEqual([{ [column]: null }]);
          const found = await get(person, `${table}?id=eq.${id}&${column}=not.is.null&select=id`);
          expect(found.body, column).toEqual([]);
          const embedded = await get(person, `${embedding}(${column})&x.${column}=not.is.null`);
          expect(embedded.body, column).toEqual([]);
        }
        const text = JSON.stringify((await get(person, `${table}?id=eq.${id}`)).body);
        for (const secret of [row?.email, row?.phone, hiddenPhone, "rival.example.com"]) {
          if (secret) expect(text).not.toContain(secret);
        }
      }
      const order = await get(dealer, `${table}?select=id&order=${columns.join(",")},id`);
      const strangers = (await get(dealer, `${table}?select=id,${columns[0]}&order=id`)).body
        .filter((seen) => seen[columns[0] ?? ""] === null)
        .map((seen) => seen.id);
      const ordered = order.body.map((seen) => seen.id).filter((seen) => strangers.includes(seen));
      expect(ordered).toEqual(strangers);
    },
  );

  test("a dealer cannot find a hidden contact link by a path of the config", async () => {
    for (const person of [dealer, weak]) {
      for (const column of ["config", "public_config"]) {
        const path = `profiles?select=id,found:${column}->profile->>phone&public_slug=eq.${slug}`;
        expect((await get(person, path)).body).toEqual([{ id: rival.id, found: null }]);
        const search = `profiles?select=id&${column}->profile->>phone=eq.${hiddenPhone}`;
        expect((await get(person, search)).body).toEqual([]);
      }
    }
  });

  test("a dealer learns nothing about hidden rows from filter errors", async () => {
    const [row] = await server.sql`select vin from public.vehicles where id = ${hidden}`;
    const start = String(row?.vin).slice(0, 6);
    for (const filter of [`vin=like.${start}%5C`, `vin=match.${start}(`]) {
      const hit = await get(dealer, `vehicles?select=id&${filter}`);
      const miss = await get(dealer, `vehicles?select=id&${filter.replace(start, "ZZZZZZ")}`);
      expect(hit.status, filter).toBe(miss.status);
    }
  });

  test("a dealer cannot write a stranger's public row", async () => {
    for (const person of [dealer, seller]) {
      const { client } = person;
      const changed = await client.from("vehicles").update({ price: "1" }).eq("id", shown).select();
      expect(changed.data).toEqual([]);
      expect((await client.from("vehicles").delete().eq("id", shown).select()).data).toEqual([]);
      const renamed = await client
        .from("profiles")
        .update({ full_name: "X" })
        .eq("public_slug", slug)
        .select();
      expect(renamed.data).toEqual([]);
    }
    const [row] = await server.sql`select price from public.vehicles where id = ${shown}`;
    expect(row?.price).toBeNull();
  });
});

describe("a deactivated person", () => {
  test("can read nothing, not even what visitors read", async () => {
    const gone = await createSalesperson(server, dealer.id);
    await server.sql`update public.profiles set is_active = false where id = ${gone.id}`;
    for (const table of ["profiles", "vehicles"]) {
      expect(await get(gone, table)).toMatchObject({ status: 200, body: [] });
    }
  });
});
