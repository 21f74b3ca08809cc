import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { type ExternalPostgres, startExternalPostgres } from "#tests/support/external-postgres.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type PgBouncer, pgbouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  makeServiceKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";

describe.skipIf(!pgbouncer)(
  "over the PgBouncer of docs/proxy/pgbouncer.ini (Debian: pgbouncer)",
  () => {
    let postgres: ExternalPostgres;
    let data: DataFolder;
    let pooler: PgBouncer;
    let server: ServerProcess;
    let people: Person[];
    let visitor: SupabaseClient;

    beforeAll(async () => {
      postgres = await startExternalPostgres();
      pooler = await startPgBouncer(postgres);
      data = createDataFolder();
      server = await data.start(pooler.environment);
      const anonKey = await makeAnonKey(data.path);
      const serviceKey = await makeServiceKey(data.path);
      const service = () => createTestClient(server.url, serviceKey);
      const host = { url: server.url, anonKey, sql: postgres.sql, service };
      visitor = createTestClient(server.url, anonKey);
      people = [];
      for (let made = 0; made < 8; made += 1) people.push(await createDealership(host));
    });

    afterAll(async () => {
      server.child.kill("SIGTERM");
      await server.ended;
      await pooler.remove();
      data.remove();
      await postgres.stop();
    });

    test("many people sharing a few sessions each read and write as themselves", async () => {
      const work = Array.from({ length: 25 }, () => people).flat();
      const answers = await Promise.all(
        work.map(async ({ client, id }, index) => {
          const row = { user_id: id, brand: "Kia", model: `Rio ${index}`, year: 2020 };
          const written = await client.from("vehicles").insert(row).select("user_id").single();
          const own = await client.from("vehicles").select("user_id").eq("user_id", id);
          const others = await client.from("vehicles").select("user_id").neq("user_id", id);
          return {
            error: written.error ?? own.error ?? others.error,
            isOwn: own.data?.every(({ user_id }) => user_id === id),
            others: others.data,
          };
        }),
      );
      expect(answers).toEqual(work.map(() => ({ error: null, isOwn: true, others: [] })));
      expect((await visitor.from("vehicles").select("id")).data).toEqual([]);
      const [sessions] = await postgres.sql`
      select count(*)::integer as number from pg_stat_activity where usename like 'authenticator%'`;
      expect(sessions?.number).toBeLessThanOrEqual(20);
    });

    test("a schema change is noticed, although poolers pass on no notifications", async () => {
      await postgres.sql`create table public.colours (name text)`;
      await postgres.sql`grant select on public.colours to anon`;
      await postgres.sql`notify pgrst, 'reload schema'`;
      await expect
        .poll(async () => (await visitor.from("colours").select("name")).status)
        .toBe(200);
    });

    test("requests get 503, and the process is not ready, while the pooler is down", async () => {
      await pooler.stop();
      expect((await visitor.from("profiles").select("id")).status).toBe(503);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      await pooler.start();
      await expect.poll(async () => (await visitor.from("profiles").select("id")).status).toBe(200);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    });

    test("an operator gets an error at startup if the pooler sets no statement timeout", async () => {
      await pooler.stop();
      await pooler.start((text) => text.replace(/ connect_query='[^']*'/, ""));
      const { stderr } = await data.startExpectingFailure(pooler.environment);
      expect(stderr).toContain(
        "its sessions have no idle_in_transaction_session_timeout and statement_timeout: set connect_query",
      );
    });
  },
);
