import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let seller: Person;
let shown: string;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${dealer.id}, 'Kia', 'Visible', 2020, true) returning id`;
  shown = row?.id ?? "";
});
afterAll(() => server.stop());

const rowsOf = async (owner: Person) => [
  ...(await server.sql`select * from public.vehicles where user_id = ${owner.id} order by id`),
];

/** Sends a bare request with a token; returns the status. */
const send = async (token: string, path: string, call?: Call) =>
  (await sendAs(server, token, path, call)).status;

const viewsOf = async () => {
  const [row] = await server.sql`select views from public.vehicles where id = ${shown}`;
  return row?.views;
};

describe("threat 38: views of a vehicle", () => {
  beforeEach(async () => {
    await server.sql`delete from public.vehicle_views`;
    await server.sql`update public.vehicles set views = 0 where id = ${shown}`;
  });

  const rpc = "/rest/v1/rpc/record_vehicle_view";
  const phone = { "user-agent": "phone" };
  const record = (token: string) =>
    send(token, rpc, { body: { p_vehicle_id: shown }, headers: phone });

  test("a visitor counts once for a hundred visits, retries, GET and HEAD", async () => {
    const byGet = `${rpc}?p_vehicle_id=${shown}`;
    for (const method of ["GET", "HEAD"]) {
      expect(await send(server.anonKey, byGet, { method, headers: phone })).toBe(405);
      const row = `/rest/v1/vehicles?id=eq.${shown}`;
      expect(await send(server.anonKey, row, { method, headers: phone })).toBe(200);
    }
    expect(await viewsOf()).toBe(0);
    const answers = Array.from({ length: 100 }, () => record(server.anonKey));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([204]));
    expect(await record(server.anonKey)).toBe(204);
    expect(await viewsOf()).toBe(1);
    expect(
      await server.sql`select 1 from public.vehicle_views where vehicle_id = ${shown}`,
    ).toHaveLength(1);
  });

  test("the owner, their salesperson and administrators never count, a stranger does", async () => {
    for (const person of [dealer, seller, admin])
      expect(await record(await tokenOf(person))).toBe(204);
    expect(await viewsOf()).toBe(0);
    expect(await record(await tokenOf(rival))).toBe(204);
    expect(await viewsOf()).toBe(1);
    await server.sql`update public.vehicle_views set day = day - 1`;
    await record(await tokenOf(rival));
    expect(await viewsOf()).toBe(2);
  });

  test("a dealer cannot change the view count; the price in the same write changes", async () => {
    const [before] = await rowsOf(dealer);
    const own = `/rest/v1/vehicles?id=eq.${shown}`;
    const change = { method: "PATCH", body: { views: 9_999, price: "7" } };
    const [token, days] = [await tokenOf(dealer), "/rest/v1/vehicle_views"];
    expect(await send(token, own, change)).toBe(204);
    const row = { body: { vehicle_id: shown, day: "2020-01-01", visitor: "\\x00" } };
    expect([await send(server.anonKey, days, row), await send(token, days, row)]).toEqual([
      401, 403,
    ]);
    const kept = { ...before, price: "7", price_amount: "7", updated_at: expect.any(Date) };
    expect(await rowsOf(dealer)).toEqual([kept]);
    const counted = await server.sql`select 1 from public.vehicle_views where day = '2020-01-01'`;
    expect(counted).toHaveLength(0);
  });

  test("a visitor who forges a new address on each visit counts once", async () => {
    for (const address of ["1.1.1.1", "2.2.2.2", "::1"]) {
      const headers = {
        "x-client-ip": address,
        "x-forwarded-for": address,
        "x-real-ip": address,
        "cf-connecting-ip": address,
        forwarded: `for="${address}"`,
        "user-agent": "the same",
      };
      const body = { p_vehicle_id: shown };
      await send(server.anonKey, rpc, { body, headers });
    }
    expect(await viewsOf()).toBe(1);
  });
});
