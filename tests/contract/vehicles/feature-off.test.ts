import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin } = await startStaffedServer();
let dealer: Person;
let seller: Person;

beforeEach(async () => {
  dealer = await createDealership(server);
  seller = await createSalesperson(server, dealer.id);
});
afterAll(() => server.stop());

const vehicle = (model: string, owner = dealer) => ({
  user_id: owner.id,
  brand: "Kia",
  model,
  year: 2020,
});

const modelsOf = async ({ id }: Person) => {
  const rows = await server.sql<{ model: string }[]>`
    select model from public.vehicles where user_id = ${id} order by model`;
  return rows.map(({ model }) => model);
};

describe("threat 28: adding vehicles while that feature is off", () => {
  const setFeature = async (person: Person, canAddVehicles: boolean) => {
    const change = { config: { features: { canAddVehicles } } };
    const { error } = await admin.client.from("profiles").update(change).eq("id", person.id);
    expect(error).toBeNull();
  };
  const refused = { status: 403, error: { code: "42501" } };

  test("a dealership and its salesperson can only edit until it is on again", async () => {
    expect((await dealer.client.from("vehicles").insert(vehicle("Antes"))).status).toBe(201);
    await setFeature(dealer, false);
    for (const { client } of [dealer, seller]) {
      expect(await client.from("vehicles").insert(vehicle("Negado"))).toMatchObject(refused);
      expect(await client.from("vehicles").upsert(vehicle("Negado"))).toMatchObject(refused);
      const rows = [vehicle("Negado"), vehicle("Negado")];
      expect(await client.from("vehicles").insert(rows)).toMatchObject(refused);
    }
    expect(await modelsOf(dealer)).toEqual(["Antes"]);
    const edit = await dealer.client.from("vehicles").update({ price: "9" }).eq("model", "Antes");
    expect(edit.status).toBe(204);
    expect((await admin.client.from("vehicles").insert(vehicle("Del admin"))).status).toBe(201);
    await setFeature(dealer, true);
    expect((await seller.client.from("vehicles").insert(vehicle("Después"))).status).toBe(201);
    expect(await modelsOf(dealer)).toEqual(["Antes", "Del admin", "Después"]);
  });

  test("a salesperson with the feature off cannot add vehicles; the dealership can", async () => {
    await setFeature(seller, false);
    expect(await seller.client.from("vehicles").insert(vehicle("Negado"))).toMatchObject(refused);
    expect((await dealer.client.from("vehicles").insert(vehicle("Propio"))).status).toBe(201);
    expect(await modelsOf(dealer)).toEqual(["Propio"]);
  });
});
