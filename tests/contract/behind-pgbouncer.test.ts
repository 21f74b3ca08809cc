import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ExternalPostgres, startExternalPostgres } from "#tests/support/external-postgres.ts";
import { findFreePort } from "#tests/support/find-free-port.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { createTestClient } from "#tests/support/server.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  makeServiceKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";

const pgbouncer = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);
const patience = { timeout: 20_000 };

describe.skipIf(!pgbouncer)("over the PgBouncer of docs/proxy/pgbouncer.ini", () => {
  let postgres: ExternalPostgres;
  let data: DataFolder;
  let folder: string;
  let port: number;
  let pooler: ChildProcess;
  let server: ServerProcess;
  let people: Person[];
  let visitor: SupabaseClient;

  beforeAll(async () => {
    [postgres, port] = await Promise.all([startExternalPostgres(), findFreePort()]);
    await postgres.sql.unsafe(await readFile("docs/proxy/pgbouncer.sql", "utf8"));
    folder = mkdtempSync(join(tmpdir(), "vitrina-pgbouncer-"));
    chmodSync(folder, 0o755);
    pooler = await startPooler();
    data = createDataFolder();
    server = await data.start(settings());
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
    await stopPooler();
    data.remove();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("of many people at once, over the same few sessions, each reads and writes as themselves", async () => {
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

  test("a change of the schema is heard, which no pooler passes on", async () => {
    await postgres.sql`create table public.colours (name text)`;
    await postgres.sql`grant select on public.colours to anon`;
    await postgres.sql`notify pgrst, 'reload schema'`;
    await expect
      .poll(async () => (await visitor.from("colours").select("name")).status, patience)
      .toBe(200);
  });

  test("while it is away requests answer 503, and the process is not ready", async () => {
    await stopPooler();
    expect((await visitor.from("profiles").select("id")).status).toBe(503);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    pooler = await startPooler();
    await expect
      .poll(async () => (await visitor.from("profiles").select("id")).status, patience)
      .toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("an operator whose pooler bounds no statement is told so at the start", async () => {
    await stopPooler();
    pooler = await startPooler((text) => text.replace(/ connect_query='[^']*'/, ""));
    const { words } = await data.startInVain(settings());
    expect(words).toContain(
      "its sessions have no idle_in_transaction_session_timeout and statement_timeout: set connect_query",
    );
  });

  function settings(): Record<string, string> {
    const poolerUrl = `postgres://127.0.0.1:${port}/vitrina`;
    return { DATABASE_URL: postgres.ownerUrl, DATABASE_POOLER_URL: poolerUrl, LOG_LEVEL: "warn" };
  }

  async function startPooler(change = (text: string) => text): Promise<ChildProcess> {
    const users = join(folder, "userlist.txt");
    const configuration = join(folder, "pgbouncer.ini");
    const text = await readFile("docs/proxy/pgbouncer.ini", "utf8");
    await writeFile(users, '"pgbouncer" "change-me"\n');
    await writeFile(
      configuration,
      change(text)
        .replace("port=5432", `port=${new URL(postgres.ownerUrl).port}`)
        .replace("listen_port = 6432", `listen_port = ${port}`)
        .replace("/etc/pgbouncer/userlist.txt", users),
    );
    const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const child = spawn(pgbouncer ?? "", ["-q", ...account, configuration]);
    const probe = () => fetch(`http://127.0.0.1:${port}`).catch((error) => error.cause.code);
    await vi.waitFor(async () => expect(await probe()).not.toBe("ECONNREFUSED"), patience);
    return child;
  }

  async function stopPooler(): Promise<void> {
    const ended = new Promise((resolve) => pooler.once("close", resolve));
    pooler.kill("SIGQUIT");
    await ended;
  }
});
