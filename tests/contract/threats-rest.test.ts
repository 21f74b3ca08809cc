import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { callAuth } from "#tests/support/auth-calls.ts";
import { smallJpeg } from "#tests/support/images.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
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

const profileOf = async ({ id }: Person, on = server) => {
  const [row] = await on.sql`select * from public.profiles where id = ${id}`;
  return row && { ...row, updated_at: null };
};

describe("threat 1: a role in the user's own metadata", () => {
  test("a dealer whose token says administrator reads, writes and runs what a dealer does", async () => {
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

describe("threat 2: an upsert of one's own profile", () => {
  test("a salesperson becomes neither administrator nor another team's, and is renamed all the same", async () => {
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

describe("threat 3: a patch of one's own protected columns", () => {
  const changes = (): Record<string, unknown>[] => [
    { role: "admin" },
    { is_active: false },
    { dealership_id: rival.id },
    { vehicle_count: 99 },
    { config: { features: { canAddVehicles: true } } },
  ];

  test("a salesperson and a dealership have each put back, and what is theirs is kept", async () => {
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

  test("an administrator changes them for another, but not the counter", async () => {
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

describe("threat 14: the functions of administrators and of a team", () => {
  test("a salesperson, a dealership and a visitor run none of the administrators', who run each", async () => {
    for (const name of [
      "get_user_profiles_with_vehicle_counts",
      "get_all_vehicles_with_owner_and_views",
      "get_platform_inventory_totals",
      "get_audit_log_people",
    ]) {
      const clients = [server.anonymous(), seller.client, dealer.client, admin.client];
      const statuses = await Promise.all(
        clients.map(async (client) => (await client.rpc(name)).status),
      );
      expect([name, ...statuses]).toEqual([name, 401, 403, 403, 200]);
    }
  });

  test("another dealership, a salesperson and a visitor see nothing of a team that its dealership sees", async () => {
    const ask = async (client: Person["client"]) => {
      const team = await client.rpc("get_team_members", { p_dealership_id: dealer.id });
      const member = await client.rpc("get_user_profile_by_id", { p_user_id: seller.id });
      const idsOf = ({ data }: typeof team) => (data ?? []).map(({ id }: { id: string }) => id);
      return [team.status, idsOf(team), member.status, idsOf(member)];
    };
    const colleague = await createSalesperson(server, rival.id);
    expect(await ask(rival.client)).toEqual([403, [], 403, []]);
    expect(await ask(colleague.client)).toEqual([403, [], 403, []]);
    expect(await ask(server.anonymous())).toEqual([401, [], 401, []]);
    expect(await ask(dealer.client)).toEqual([200, [seller.id], 200, [seller.id]]);
    expect(await ask(admin.client)).toEqual([200, [seller.id], 200, [seller.id]]);
  });

  test("another dealership, a colleague and a visitor delete no salesperson, whose dealership does", async () => {
    const colleague = await createSalesperson(server, dealer.id);
    const remove = async (client: Person["client"], whom = seller) =>
      (await client.rpc("delete_salesperson_by_dealership", { p_salesperson_id: whom.id })).status;
    const before = await profileOf(seller);
    expect(await remove(rival.client)).toBe(403);
    expect(await remove(colleague.client)).toBe(403);
    expect(await remove(server.anonymous())).toBe(401);
    expect(await remove(dealer.client, rival)).toBe(403);
    expect(await profileOf(seller)).toEqual(before);
    expect(await profileOf(rival)).toBeDefined();
    expect(await remove(dealer.client)).toBe(204);
    expect(await profileOf(seller)).toBeUndefined();
    expect(await server.sql`select 1 from auth.users where id = ${seller.id}`).toHaveLength(0);
  });
});

describe("threat 15: the last administrator, and oneself", () => {
  let own: TestServer;
  let ada: Person;
  let bea: Person;

  beforeEach(async () => {
    own = await startTestServer();
    ada = await createAdmin(own);
    bea = await createAdmin(own, { fullName: "Bea Administradora" });
  });
  afterEach(() => own.stop());

  const acts = (client: Person["client"], { id }: Person) => ({
    demote: () => client.from("profiles").update({ role: "vendedor" }).eq("id", id),
    deactivate: () => client.from("profiles").update({ is_active: false }).eq("id", id),
    delete: () => client.rpc("delete_user_by_admin", { target_user_id: id }),
  });

  test("an administrator is refused in Spanish to demote, deactivate or delete himself", async () => {
    const before = await profileOf(ada, own);
    for (const act of Object.values(acts(ada.client, ada))) {
      const { status, error } = await act();
      expect([status, error?.code]).toEqual([400, "P0001"]);
      expect(error?.message).toMatch(/^No puedes .* tu propia cuenta de administrador\.$/);
    }
    expect((await ada.client.from("profiles").delete().eq("id", ada.id)).status).toBe(403);
    expect(await profileOf(ada, own)).toEqual(before);
  });

  test("an administrator demotes and deletes a colleague, and then not even the service key removes the last", async () => {
    const cleo = await createAdmin(own);
    expect((await acts(ada.client, cleo).demote()).status).toBe(204);
    expect((await acts(ada.client, bea).delete()).status).toBe(204);
    const before = await profileOf(ada, own);
    const { demote, deactivate } = acts(own.service(), ada);
    for (const act of [demote, deactivate]) {
      expect(await act()).toMatchObject({
        status: 400,
        error: { code: "P0001", message: "Debe quedar al menos un administrador activo." },
      });
    }
    expect(await profileOf(ada, own)).toEqual(before);
    const left = await own.sql`select id from public.profiles where role = 'admin' and is_active`;
    expect([...left]).toEqual([{ id: ada.id }]);
  });

  test("of two administrators who remove each other at once one remains", async () => {
    const answers = await Promise.all([
      acts(ada.client, bea).delete(),
      acts(bea.client, ada).deactivate(),
    ]);
    // The loser may be refused, or may find that the write reaches no row any more, which answers
    // 204.
    expect(answers.some(({ error }) => error === null)).toBe(true);
    const left = await own.sql`select id from public.profiles where role = 'admin' and is_active`;
    expect(left).toHaveLength(1);
  });
});

describe("threat 16: a deactivated dealership's live token", () => {
  const setActive = (is_active: boolean) =>
    admin.client.from("profiles").update({ is_active }).eq("id", dealer.id);

  const publicRows = async () => {
    const visitor = server.anonymous();
    const page = await visitor.from("profiles").select("id").eq("id", dealer.id);
    const card = await visitor.from("profiles").select("id").eq("id", seller.id);
    const cars = await visitor.from("vehicles").select("model").eq("user_id", dealer.id);
    return [page.data?.length, card.data?.length, cars.data?.length];
  };

  test("the dealer reads and writes nothing, visitors see no page, and after a new sign-in all is back", async () => {
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

describe("threat 28: a vehicle where the feature to add is off", () => {
  const setFeature = async (person: Person, canAddVehicles: boolean) => {
    const change = { config: { features: { canAddVehicles } } };
    const { error } = await admin.client.from("profiles").update(change).eq("id", person.id);
    expect(error).toBeNull();
  };
  const refused = { status: 403, error: { code: "42501" } };

  test("a dealership and its salesperson add nothing, still edit, and add again once it is on", async () => {
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

  test("a salesperson whose own feature is off adds nothing, the dealership does", async () => {
    await setFeature(seller, false);
    expect(await seller.client.from("vehicles").insert(vehicle("Negado"))).toMatchObject(refused);
    expect((await dealer.client.from("vehicles").insert(vehicle("Propio"))).status).toBe(201);
    expect(await modelsOf(dealer)).toEqual(["Propio"]);
  });
});
