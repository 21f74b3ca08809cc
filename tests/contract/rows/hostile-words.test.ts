import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { type Call, readPersonalData, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, dealer } = await startStaffedServer();
beforeAll(
  () => server.sql`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${dealer.id}, 'Kia', 'Visible', 2020, true)`,
);
afterAll(() => server.stop());

/** Sends a request with this token, or as a visitor. */
const send = (path: string, { token = server.anonKey, ...call }: Call & { token?: string } = {}) =>
  sendAs(server, token, `/rest/v1/${path}`, call);

describe("threat 12 and 13: parameters that are not filters", () => {
  test.each([
    "vehicles?brand=eq.Kia';delete from vehicles--",
    "vehicles?brand=in.(Kia);delete",
    "vehicles?id=eq.00000000-0000-0000-0000-000000000000'::uuid or true",
    "vehicles?and=(id.eq.1,or(brand.eq.'';select))",
    "vehicles?limit=1;delete",
    "vehicles?offset=0 union select",
    "vehicles?select=id,brand->>'x')--",
    "vehicles?order=brand.asc;delete",
    "vehicles?order=brand.asc nulls first, pg_sleep(9)",
    "vehicles?select=count()",
    "vehicles?brand=fts(spanish');delete--).x",
    "vehicles?brand=eq(any).{x}'--",
  ])("a visitor who sends %s changes nothing", async (path) => {
    const before = await readPersonalData(server);
    const answer = await send(encodeURI(path));
    expect([200, 400, 401, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toBe("[]");
    expect(await readPersonalData(server)).toEqual(before);
  });

  test.each([
    "vehicles",
    "vehicles?",
    "vehicles?select=id",
    "vehicles?limit=1&order=id",
    "vehicles?columns=price",
    "vehicles?and=()",
    "vehicles?on_conflict=id",
  ])("a dealer's PATCH and DELETE of %s, which selects no row, is rejected", async (path) => {
    const before = await readPersonalData(server);
    const token = await tokenOf(dealer);
    for (const method of ["PATCH", "DELETE"]) {
      const { status } = await send(path, { method, body: { price: "1" }, token });
      expect([method, status]).toEqual([method, 400]);
    }
    expect(await readPersonalData(server)).toEqual(before);
  });

  test.each([
    "vehicles?select=id;select",
    "vehicles?select=id)--",
    "vehicles?select=id,(select email from profiles)",
    "vehicles?select=price::text;drop",
    "vehicles?select=price::regclass",
    "vehicles?order=id;drop table vehicles",
    "vehicles?order=(select 1)",
    "vehicles?or=(id.eq.1)) or (1.eq.1",
    "vehicles?or=(id.eq.1;drop)x",
    "vehicles?id=eq.1) or true --",
    "vehicles?id=any.{1}",
    "vehicles?id==1",
    "vehicles?1=eq.1",
    'vehicles?"id"" or true --"=eq.1',
    "vehicles?on_conflict=id;drop&columns=id)values",
  ])("a visitor gets 400 for %s", async (path) => {
    const before = await readPersonalData(server);
    expect((await send(encodeURI(path))).status).toBe(400);
    expect(await readPersonalData(server)).toEqual(before);
  });

  test("a visitor can use SQL characters in an alias, and they mean nothing", async () => {
    const alias = `a"; drop table public.vehicles; --`;
    const { body } = await send(
      `vehicles?select=${encodeURIComponent(`${JSON.stringify(alias)}:model`)}`,
    );
    expect(body).toEqual([{ [alias]: "Visible" }]);
  });

  test("a visitor gets an error for unsupported paths, features and methods", async () => {
    expect((await send("")).body).toMatchObject({ code: "PGRST126" });
    expect((await send("vehicles/x")).status).toBe(404);
    expect(await server.anonymous().from("vehicles").select("year.sum()")).toMatchObject({
      status: 400,
      error: { code: "PGRST123" },
    });
    expect(await server.anonymous().from("vehicles").select().explain()).toMatchObject({
      status: 406,
      error: { code: "PGRST107" },
    });
    const rollback = await send("vehicles", { headers: { prefer: "tx=rollback" } });
    expect([rollback.status, rollback.body]).toMatchObject([400, { code: "PGRST122" }]);
    expect((await send("vehicles?id=eq.1", { method: "PUT" })).status).toBe(405);
  });
});
