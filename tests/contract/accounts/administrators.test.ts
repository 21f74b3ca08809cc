import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
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

const profileOf = async ({ id }: Person, on = server) => {
  const [row] = await on.sql`select * from public.profiles where id = ${id}`;
  return row && { ...row, updated_at: null };
};

describe("threat 14: functions for administrators and for teams", () => {
  test("only an administrator can call an administrator's functions", async () => {
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

  test("only the dealership and administrators can see its team's private data", async () => {
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

  test("only the dealership can delete its salesperson", async () => {
    const colleague = await createSalesperson(server, dealer.id);
    const remove = async (client: Person["client"], target = seller) =>
      (await client.rpc("delete_salesperson_by_dealership", { p_salesperson_id: target.id }))
        .status;
    const before = await profileOf(seller);
    expect(await remove(rival.client)).toBe(403);
    expect(await remove(colleague.client)).toBe(403);
    expect(await remove(server.anonymous())).toBe(401);
    expect(await remove(dealer.client, rival)).toBe(403);
    expect(await profileOf(seller)).toEqual(before);
    expect(await profileOf(rival)).toMatchObject({ id: rival.id });
    expect(await remove(dealer.client)).toBe(204);
    expect(await profileOf(seller)).toBeUndefined();
    expect(await server.sql`select 1 from auth.users where id = ${seller.id}`).toHaveLength(0);
  });

  test("a salesperson sees only the public data of colleagues", async () => {
    await createSalesperson(server, dealer.id, { slug: null });
    const shown = await createSalesperson(server, dealer.id);
    const select = "id,dealership:dealership_id(id,profiles!dealership_id(id,email,config))";
    const { data } = await seller.client
      .from("profiles")
      .select(select)
      .eq("id", seller.id)
      .order("email", { referencedTable: "dealership.profiles" });
    const team = [
      { id: seller.id, email: seller.email, config: expect.any(Object) },
      { id: shown.id, email: null, config: null },
    ];
    expect(data).toEqual([{ id: seller.id, dealership: { id: dealer.id, profiles: team } }]);
  });
});

describe("threat 15: the last administrator, and administrators acting on themselves", () => {
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

  test("an administrator cannot demote, deactivate or delete their own account", async () => {
    const before = await profileOf(ada, own);
    for (const act of Object.values(acts(ada.client, ada))) {
      const { status, error } = await act();
      expect([status, error?.code]).toEqual([400, "P0001"]);
      expect(error?.message).toMatch(/^No puedes .* tu propia cuenta de administrador\.$/);
    }
    expect((await ada.client.from("profiles").delete().eq("id", ada.id)).status).toBe(403);
    expect(await profileOf(ada, own)).toEqual(before);
  });

  test("an administrator deletes a colleague; not even the service can delete the last", async () => {
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

  test("one of two administrators who delete each other concurrently remains", async () => {
    const answers = await Promise.all([
      acts(ada.client, bea).delete(),
      acts(bea.client, ada).deactivate(),
    ]);
    // The loser is refused, or the write matches no row and answers 204.
    expect(answers.some(({ error }) => error === null)).toBe(true);
    const left = await own.sql`select id from public.profiles where role = 'admin' and is_active`;
    expect(left).toHaveLength(1);
  });
});
