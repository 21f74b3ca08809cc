import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patience } from "../support/patience.ts";
import { type Account, createAccount } from "../support/accounts.ts";
import { createBooks } from "../support/books.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
  await createBooks(server, { count: 2, body: "" });
});
afterAll(() => server.stop());

test("a change succeeds after a deadlock with another transaction", async () => {
  const [first, second] = [1, 2];
  const before = await countDeadlocks();
  const other = await server.reserve();
  await other`begin`;
  await other`select from public.books where id = ${second} for update`;
  const change = owner.client
    .from("books")
    .update({ title: "Persuasion" })
    .in("id", [first, second])
    .select("title")
    .then((answer) => answer);
  await vi.waitFor(async () => expect(await isWaiting()).toBe(true), patience);
  // This transaction waits longer, so PostgreSQL rolls the account's change back.
  await other`select from public.books where id = ${first} for update`;
  await other`commit`;
  other.release();
  expect(await change).toMatchObject({
    status: 200,
    data: [{ title: "Persuasion" }, { title: "Persuasion" }],
  });
  await vi.waitFor(async () => expect(await countDeadlocks()).toBe(before + 1), patience);
});

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
