import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { type Host, openHost } from "./open-host.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
let host: Host;
let admin: Person;
let dealer: Person;
let seller: Person;

beforeAll(async () => {
  folder = createPreparedFolder();
  host = await openHost(folder, await folder.start());
  admin = await createAdmin(host);
  dealer = await createDealership(host);
  seller = await createSalesperson(host, dealer.id);
});
afterAll(async () => {
  await host.end();
  folder.remove();
});

async function addVehicle(): Promise<string> {
  const [row] = await host.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, price)
    values (${dealer.id}, 'Kia', 'Rio', 2020, '9000') returning id`;
  return row?.id ?? "";
}

describe("fault 13: two people edit concurrently", () => {
  test("a dealer's switch and a salesperson's form are both saved, each field separately", async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await addVehicle();
      const save = {
        brand: "Honda",
        model: "Civic",
        year: 2021,
        price: "12000",
        mileage: 10 + round,
      };
      const answers = await Promise.all([
        dealer.client.from("vehicles").update({ status: "Vendido" }).eq("id", id),
        seller.client.from("vehicles").update(save).eq("id", id),
        dealer.client.from("vehicles").update({ published: true }).eq("id", id),
        host.anonymous().rpc("record_vehicle_view", { p_vehicle_id: id }),
      ]);
      expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
      const [row] = await host.sql`select * from public.vehicles where id = ${id}`;
      expect(row).toMatchObject({ ...save, status: "Vendido", published: true });
    }
  });

  test("of six dealers who claim one slug, one gets it; five get 409 and keep theirs", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => createDealership(host)));
    const before = await slugsOf(people);
    const answers = await Promise.all(
      people.map(({ client, id }) =>
        client.from("profiles").update({ public_slug: "el-mejor" }).eq("id", id),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409, 409, 409]);
    const after = await slugsOf(people);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect(after).toEqual(before.map((slug, index) => (index === winner ? "el-mejor" : slug)));
  });

  test("a vehicle deleted while colleagues edit it is gone, without a server error", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await addVehicle();
      const answers = await Promise.all([
        dealer.client.from("vehicles").update({ price: "1" }).eq("id", id),
        seller.client.from("vehicles").delete().eq("id", id),
        admin.client.from("vehicles").update({ model: "Tarde" }).eq("id", id),
        host.anonymous().rpc("record_vehicle_view", { p_vehicle_id: id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(await host.sql`select 1 from public.vehicles where id = ${id}`).toHaveLength(0);
    }
  });

  test("a dealership's vehicle count is right after concurrent inserts and deletes", async () => {
    const other = await createDealership(host);
    const row = { user_id: other.id, brand: "Kia", model: "Rio", year: 2020 };
    const added = await Promise.all(
      Array.from({ length: 20 }, () =>
        other.client.from("vehicles").insert(row).select("id").single(),
      ),
    );
    const ids = added.map(({ data }) => String(data?.id));
    await Promise.all([
      ...ids.slice(0, 10).map((id) => other.client.from("vehicles").delete().eq("id", id)),
      ...Array.from({ length: 5 }, () => other.client.from("vehicles").insert([row, row])),
    ]);
    const [found] = await host.sql`
      select vehicle_count, (select count(*)::int from public.vehicles where user_id = ${other.id}) as rows
      from public.profiles where id = ${other.id}`;
    expect(found).toEqual({ vehicle_count: 20, rows: 20 });
  });

  test("an account deleted while in use is deleted completely", async () => {
    const other = await createDealership(host);
    const row = { user_id: other.id, brand: "Kia", model: "Rio", year: 2020 };
    const work = Array.from({ length: 20 }, () => other.client.from("vehicles").insert(row));
    const [removal, ...answers] = await Promise.all([
      admin.client.rpc("delete_user_by_admin", { target_user_id: other.id }),
      ...work,
    ]);
    expect(removal.error).toBeNull();
    expect(answers.filter(({ status }) => ![201, 401, 403, 409].includes(status))).toEqual([]);
    const [left] = await host.sql`select
      (select count(*)::int from public.vehicles where user_id = ${other.id}) as vehicles,
      (select count(*)::int from public.profiles where id = ${other.id}) as profiles,
      (select count(*)::int from auth.sessions where user_id = ${other.id}) as sessions`;
    expect(left).toEqual({ vehicles: 0, profiles: 0, sessions: 0 });
  });
});

async function slugsOf(people: Person[]): Promise<string[]> {
  const rows = await host.sql<{ id: string; slug: string }[]>`
    select id, public_slug as slug from public.profiles where id = any(${people.map(({ id }) => id)})`;
  return people.map(({ id }) => rows.find((row) => row.id === id)?.slug ?? "");
}
