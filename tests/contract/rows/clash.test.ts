import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
});
afterAll(() => server.stop());

test("a dealer's change succeeds after a deadlock with another transaction", async () => {
  const [first = "", second = ""] = await addVehicles();
  const before = await countDeadlocks();
  const other = await server.reserve();
  await other`begin`;
  await other`select from public.vehicles where id = ${second} for update`;
  const change = dealer.client
    .from("vehicles")
    .update({ color: "Rojo" })
    .in("id", [first, second])
    .select("color")
    .then((answer) => answer);
  await vi.waitFor(async () => expect(await isWaiting()).toBe(true), patience);
  // This transaction waits longer, so PostgreSQL rolls the dealer's change back.
  await other`select from public.vehicles where id = ${first} for update`;
  await other`commit`;
  other.release();
  expect(await change).toMatchObject({ status: 200, data: [{ color: "Rojo" }, { color: "Rojo" }] });
  await vi.waitFor(async () => expect(await countDeadlocks()).toBe(before + 1), patience);
});

async function addVehicles(): Promise<string[]> {
  const rows = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year)
    select ${dealer.id}, 'Kia', 'Rio ' || n, 2020 from generate_series(1, 2) n returning id`;
  return rows.map(({ id }) => id);
}

async function countDeadlocks(): Promise<number> {
  await server.sql`select pg_stat_clear_snapshot()`;
  const [row] = await server.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
}

async function isWaiting(): Promise<boolean> {
  const rows = await server.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}
