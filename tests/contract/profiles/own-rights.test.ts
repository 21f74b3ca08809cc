import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, rival } = await startStaffedServer();
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

const profileOf = async ({ id }: Person) => {
  const [row] = await server.sql`select * from public.profiles where id = ${id}`;
  return row && { ...row, updated_at: null };
};

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

describe("threat 1: a role in the user's own metadata", () => {
  test("a dealer with an administrator role in the token has only a dealer's rights", async () => {
    await rival.client.from("vehicles").insert(vehicle("Ajeno", rival));
    const lie = { role: "admin", is_active: true, is_admin: true, dealership_id: rival.id };
    await dealer.client.auth.updateUser({ data: lie });
    const { data } = await dealer.client.auth.refreshSession();
    expect(data.user?.user_metadata).toMatchObject(lie);
    const before = [await profileOf(dealer), await profileOf(rival), await modelsOf(rival)];
    const { client } = dealer;
    expect((await client.from("vehicles").select("id").eq("user_id", rival.id)).data).toEqual([]);
    expect((await client.from("vehicles").insert(vehicle("Negado", rival))).status).toBe(403);
    await client.from("vehicles").update({ model: "Robado" }).eq("user_id", rival.id);
    await client.from("profiles").update({ full_name: "Robado" }).eq("id", rival.id);
    const removal = await client.rpc("delete_user_by_admin", { target_user_id: rival.id });
    expect(removal.status).toBe(403);
    expect([await profileOf(dealer), await profileOf(rival), await modelsOf(rival)]).toEqual(
      before,
    );
    expect((await client.from("vehicles").insert(vehicle("Propio"))).status).toBe(201);
    expect(await modelsOf(dealer)).toEqual(["Propio"]);
  });
});

describe("threat 2: an upsert of the caller's own profile", () => {
  test("a salesperson cannot change role or team, and the rest is saved", async () => {
    const before = await profileOf(seller);
    const { data, error } = await seller.client
      .from("profiles")
      .upsert({ id: seller.id, full_name: "Trepadora", role: "admin", dealership_id: rival.id })
      .select()
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ role: "vendedor", dealership_id: dealer.id });
    expect(await profileOf(seller)).toEqual({ ...before, full_name: "Trepadora" });
  });
});

describe("threat 3: a patch of the caller's own protected columns", () => {
  const changes = (): Record<string, unknown>[] => [
    { role: "admin" },
    { is_active: false },
    { dealership_id: rival.id },
    { vehicle_count: 99 },
    { config: { features: { canAddVehicles: true } } },
  ];

  test("a salesperson and a dealership change only the unprotected columns", async () => {
    const off = { config: { features: { canAddVehicles: false } } };
    for (const person of [seller, dealer]) {
      await admin.client.from("profiles").update(off).eq("id", person.id);
      const before = await profileOf(person);
      for (const change of changes()) {
        const { error, status } = await person.client
          .from("profiles")
          .update({ ...change, full_name: "Nuevo" })
          .eq("id", person.id);
        expect([change, status, error]).toEqual([change, 204, null]);
        expect(await profileOf(person)).toEqual({ ...before, full_name: "Nuevo" });
      }
    }
  });

  test("an administrator can change them for another person, except the counter", async () => {
    const features = { canAddVehicles: false };
    const change = { is_active: false, dealership_id: rival.id, vehicle_count: 9 };
    await admin.client
      .from("profiles")
      .update({ ...change, config: { features } })
      .eq("id", seller.id);
    expect(await profileOf(seller)).toMatchObject({
      ...change,
      vehicle_count: 0,
      config: { features },
    });
  });
});

describe("threat 2 and 3: the caller's own rights, by every way to write a row", () => {
  const rights = () => ({
    role: "admin",
    is_active: true,
    dealership_id: rival.id,
    vehicle_count: 1_000,
    email: "robado@example.com",
    phone: "15005550006",
    config: { features: { canAddVehicles: true, canEditPublicPage: true } },
  });
  const ways: [string, (id: string) => [string, Call]][] = [
    ["an upsert", (id) => [`/rest/v1/profiles`, merge({ id, ...rights() })]],
    [
      "an upsert of a list",
      (id) => [`/rest/v1/profiles?on_conflict=id`, merge([{ id, ...rights() }])],
    ],
    [
      "an upsert that lists them in columns=",
      (id) => [
        `/rest/v1/profiles?columns=id,role,is_active,dealership_id`,
        merge([{ id, ...rights() }]),
      ],
    ],
    ["a patch", (id) => [`/rest/v1/profiles?id=eq.${id}`, { method: "PATCH", body: rights() }]],
    [
      "a patch of everybody",
      () => [`/rest/v1/profiles?id=not.is.null`, { method: "PATCH", body: rights() }],
    ],
  ];
  const merge = (body: unknown): Call => ({
    body,
    headers: { prefer: "resolution=merge-duplicates,missing=default,return=representation" },
  });

  test.each(ways)("a salesperson gains nothing by %s", async (_, way) => {
    await expectNothingChanged(server, async () => {
      await send(seller, ...way(seller.id));
      await send(dealer, ...way(dealer.id));
    });
  });

  test("a dealership cannot promote its salesperson or move another dealership's", async () => {
    await expectNothingChanged(server, async () => {
      const patch = { method: "PATCH", body: { role: "concesionario", dealership_id: rival.id } };
      await send(dealer, `/rest/v1/profiles?id=eq.${seller.id}`, patch);
      await send(dealer, `/rest/v1/profiles?id=eq.${seller.id}`, {
        method: "PATCH",
        body: {
          dealership_id: null,
          vehicle_count: 5,
          public_slug: "robado",
          email: "x@example.com",
        },
      });
    });
  });

  test.each([
    ["columns that only administrators change", { role: "admin", is_active: true }, 200],
    ["its vehicle count and features", { vehicle_count: 99, config: { features: {} } }, 200],
    ["its creation date", { created_at: "2000-01-01" }, 403],
    ["the masked copy of its config", { public_config: {} }, 400],
  ])("a dealership using columns= cannot change %s", async (_, change, status) => {
    const before = await profileOf(rival);
    const row = { id: rival.id, ...change };
    const path = `/rest/v1/profiles?columns=${Object.keys(row)}`;
    const headers = { prefer: "resolution=merge-duplicates" };
    const answer = await send(rival, path, { body: row, headers });
    expect(answer.status).toBe(status);
    expect(await profileOf(rival)).toEqual(before);
  });
});
