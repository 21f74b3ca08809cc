import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
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

const profileOf = async ({ id }: Person) => {
  const [row] = await server.sql`select * from public.profiles where id = ${id}`;
  return row && { ...row, updated_at: null };
};

describe("threat 16: the unexpired token of a deactivated dealership", () => {
  const setActive = (is_active: boolean) =>
    admin.client.from("profiles").update({ is_active }).eq("id", dealer.id);

  const publicRows = async () => {
    const visitor = server.anonymous();
    const page = await visitor.from("profiles").select("id").eq("id", dealer.id);
    const card = await visitor.from("profiles").select("id").eq("id", seller.id);
    const cars = await visitor.from("vehicles").select("model").eq("user_id", dealer.id);
    return [page.data?.length, card.data?.length, cars.data?.length];
  };

  test("reads and writes nothing, and visitors see no page, until it is active again", async () => {
    const { client } = dealer;
    const { data } = await client
      .from("vehicles")
      .insert({ ...vehicle("Antes"), published: true })
      .select("id")
      .single();
    const path = `${dealer.id}/1700000000000-a.jpg`;
    const photos = client.storage.from("vehicle_images");
    expect((await photos.upload(path, await smallJpeg())).error).toBeNull();
    expect(await publicRows()).toEqual([1, 1, 1]);
    const { session } = (await client.auth.getSession()).data;
    const everything = async () => ({
      profile: await profileOf(dealer),
      team: await profileOf(seller),
      vehicles: [...(await server.sql`select * from public.vehicles where user_id = ${dealer.id}`)],
      objects: [
        ...(await server.sql`select * from storage.objects where name like ${`${dealer.id}/%`}`),
      ],
    });

    expect((await setActive(false)).error).toBeNull();
    const before = await everything();
    const writes = [
      client.from("vehicles").insert(vehicle("Tarde")),
      client.from("vehicles").update({ price: "1" }).eq("id", data?.id),
      client.from("vehicles").delete().eq("id", data?.id),
      client.from("profiles").update({ full_name: "Tarde", is_active: true }).eq("id", dealer.id),
      client.from("profiles").upsert({ id: dealer.id, full_name: "Tarde", is_active: true }),
      client.rpc("delete_salesperson_by_dealership", { p_salesperson_id: seller.id }),
    ];
    for (const { status, error } of await Promise.all(writes)) {
      expect([status, error?.code]).toEqual([403, "42501"]);
    }
    const upload = await photos.upload(`${dealer.id}/1700000000001-b.jpg`, await smallJpeg());
    expect(upload.error).toMatchObject({ status: 400, statusCode: "403" });
    expect((await photos.remove([path])).data ?? []).toEqual([]);
    for (const [table, column] of [
      ["vehicles", "id"],
      ["profiles", "id"],
      ["vehicle_views", "day"],
    ] as const) {
      expect([table, (await client.from(table).select(column)).data]).toEqual([table, []]);
    }
    const token = session?.access_token ?? "";
    const user = await callAuth(server, "user", { method: "GET", token });
    expect([user.status, user.body?.code]).toEqual([403, "user_banned"]);
    const body = { refresh_token: session?.refresh_token };
    expect((await callAuth(server, "token?grant_type=refresh_token", { body })).status).toBe(400);
    expect(await publicRows()).toEqual([0, 0, 0]);
    expect(await everything()).toEqual(before);

    expect((await setActive(true)).error).toBeNull();
    expect((await client.from("vehicles").insert(vehicle("Vuelto"))).status).toBe(401);
    expect((await client.auth.signInWithPassword(dealer)).error).toBeNull();
    expect((await client.from("vehicles").insert(vehicle("Vuelto"))).status).toBe(201);
    expect(await modelsOf(dealer)).toEqual(["Antes", "Vuelto"]);
    expect(await publicRows()).toEqual([1, 1, 1]);
  });
});
