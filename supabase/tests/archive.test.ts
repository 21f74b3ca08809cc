import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { archiveParts, archiveSheet } from "#contract/customers/archive.ts";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  verifyFactor,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

const parts = [...archiveParts.map(({ name }) => name), "settings"];

type Row = { id: string } & Record<string, unknown>;

async function take(actor: Actor, part: string, after = "") {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ rows: Row[] }[]>`select public.take_rows(${part}, ${after}) as rows`,
  );
  return row?.rows ?? [];
}

/** Inserts one row of each part into a dealership. */
async function fill({ dealer, vendedor }: Pick<People, "dealer" | "vendedor">) {
  const { sql } = world;
  const vehicle = await createVehicle(world, dealer);
  await sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name, email)
    values ('general_inquiry', ${vendedor.id}, ${dealer.id}, 'Luis', '=1+1', 'carla@example.com')`;
  await sql`insert into public.contact_taps (seller_id, dealership_id, channel, codes, visitor)
    values (${vendedor.id}, ${dealer.id}, 'call', '{ABCDEF}', ${Buffer.from(vehicle)})`;
  await sql`update public.vehicles set price = '9000' where id = ${vehicle}`;
  await sql`update public.vehicles set status = 'Vendido' where id = ${vehicle}`;
  await sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
    values (${vehicle}, ${dealer.id}, 'Llantas', 120)`;
}

describe("the export of a dealership", () => {
  test("a dealer gets every part of their own data, and no other's rows", async () => {
    await fill(people);
    await fill({ dealer: people.otherDealer, vendedor: people.otherVendedor });
    const rows = await Promise.all(parts.map((part) => take(people.dealer, part)));
    expect(rows).toMatchObject([
      [{ name: "=1+1", recipient_name: "Luis" }],
      [{ channel: "call", codes: "ABCDEF" }],
      [{ id: people.vendedor.id, email: people.vendedor.email, sees_figures: false }],
      [{ kind: "Venta", vehicle_title: "Hyundai Kona 2023", ended_by: null }],
      [{ label: "Llantas", amount: 120, vehicle_title: "Hyundai Kona 2023" }],
      [{ old_price: null, new_price: "9000" }],
      [{ id: people.dealer.id, public_slug: people.dealer.slug }],
    ]);
  });

  test("a dealer gets no title of a tapped vehicle that moved to another dealership", async () => {
    const { dealer, otherDealer, vendedor } = people;
    const vehicle = await createVehicle(world, dealer);
    await world.sql`insert into public.contact_taps
        (seller_id, dealership_id, vehicle_id, channel, codes, visitor)
      values (${vendedor.id}, ${dealer.id}, ${vehicle}, 'call', '{ABCDEF}', ${Buffer.from(vehicle)})`;
    expect(await take(dealer, "taps")).toMatchObject([{ vehicle_title: "Hyundai Kona 2023" }]);
    await world.sql`update public.vehicles set user_id = ${otherDealer.id}, model = 'Secreto'
      where id = ${vehicle}`;
    expect(await take(dealer, "taps")).toMatchObject([{ codes: "ABCDEF", vehicle_title: "" }]);
  });

  test("a sheet has a heading for every column, in the same order", async () => {
    await fill(people);
    for (const part of archiveParts) {
      const rows = await take(people.dealer, part.name);
      expect(Object.keys(part.headings).sort()).toEqual(Object.keys(rows[0] ?? {}).sort());
      expect(archiveSheet(part, rows, "COP")).toHaveLength(2);
    }
  });

  test("a sheet names the unit of its amounts", () => {
    const heads = archiveParts.flatMap((part) => archiveSheet(part, [], "COP")[0]);
    expect(heads.filter((head) => String(head).endsWith("(COP)"))).toEqual([
      "Precio (COP)",
      "Depósito (COP)",
      "Comisión (COP)",
      "Costo en total (COP)",
      "Cantidad (COP)",
      "Antes (COP)",
      "Después (COP)",
    ]);
  });

  test("a dealer gets more than 1,000 rows in pages, each row once", async () => {
    await world.sql`insert into public.leads (kind, recipient_id, dealership_id, name, email)
      select 'general_inquiry', ${people.dealer.id}, ${people.dealer.id}, 'Carla', 'c@example.com'
      from generate_series(1, 1003)`;
    const first = await take(people.dealer, "leads");
    const rest = await take(people.dealer, "leads", String(first.at(-1)?.id));
    expect([first.length, rest.length]).toEqual([1000, 3]);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(1003);
  });

  test.each(["vehicles", "Leads", "", "leads "])(
    "an unknown part is rejected: %j",
    async (part) => {
      await expect(take(people.dealer, part)).rejects.toMatchObject({
        code: "22023",
        message: "Esta parte de los datos no existe.",
      });
    },
  );

  test("salespeople, visitors, administrators and unproved dealers are rejected", async () => {
    await fill(people);
    await world.sql`insert into public.figure_viewers (id, dealership_id)
      values (${people.vendedor.id}, ${people.dealer.id})`;
    const weak = await createPerson(world, "concesionario");
    await verifyFactor(world, weak);
    const { admin, vendedor, inactiveDealer } = people;
    for (const actor of ["anonymous", vendedor, admin, inactiveDealer, weak] as const) {
      for (const part of parts) {
        await expect(take(actor, part)).rejects.toMatchObject({ code: "42501" });
      }
    }
    const inHisName = world.as(admin, (sql) => sql`select public.take_rows('leads')`, {
      "x-impersonated-user": people.dealer.id,
    });
    await expect(inHisName).rejects.toMatchObject({ code: "42501" });
  });
});
