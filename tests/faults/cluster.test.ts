import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { applyMigrations, listMigrations } from "#backend/postgres/migrations.ts";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { migrationsIn } from "#backend-tests/support/cluster.ts";
import { smallJpeg, smallPng } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { createDataFolder } from "#tests/support/server-process.ts";
import { runOperator } from "./run-operator.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

let cluster: Cluster;
let one: string;
let other: string;
let dealer: Person;

beforeAll(async () => {
  cluster = await startCluster();
  [one, other] = cluster.processes.map(({ url }) => url) as [string, string];
});
afterAll(() => cluster.stop());

describe("two processes that start concurrently over an empty database", () => {
  test("an operator has every migration applied once", async () => {
    const rows = await cluster.sql`select version from supabase_migrations.schema_migrations
      union all select version from backend.migrations order by 1`;
    const listed = (await listMigrations(databaseSchema)).toSorted();
    expect(rows.map(({ version }) => version)).toEqual(listed);
    for (const at of [one, other]) expect((await fetch(`${at}/readyz`)).status).toBe(200);
  });

  test("an operator need only grant the database owner CREATEROLE", async () => {
    const rows = await cluster.sql`
      select rolname::text as name, rolsuper as super, rolbypassrls as bypass from pg_roles
      where rolname in ('vitrina_owner', 'service_role') order by 1`;
    expect([...rows]).toEqual([
      { name: "service_role", super: false, bypass: false },
      { name: "vitrina_owner", super: false, bypass: false },
    ]);
    const open = await cluster.sql`
      select c.oid::regclass::text as table, p.roles::text[] from pg_class c
      left join pg_policies p on p.tablename = c.relname and p.policyname = c.relname || '_all_service'
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)`;
    expect(open.length).toBeGreaterThan(5);
    expect(open.filter(({ roles }) => String(roles) !== "service_role")).toEqual([]);
  });

  test("of ten visitors who sign up as first administrator at both, one becomes it", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        cluster.anonymous().auth.signUp({
          phone: `555000${1000 + index}`,
          password: "clave-segura",
          options: { data: { full_name: "Ada", role: "admin" } },
        }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const [admins] = await cluster.sql`
      select count(*)::int as count from public.profiles where role = 'admin'`;
    expect(admins).toEqual({ count: 1 });
  });

  test("an operator who omits the shared secret gets a one-line error", async () => {
    const folder = createDataFolder();
    const DATABASE_URL = cluster.postgres.ownerUrl;
    const ending = await folder.startExpectingFailure({ DATABASE_URL, NODE_ENV: "production" });
    folder.remove();
    expect(ending).toEqual({
      code: 1,
      stderr: "JWT_SECRET: must be given when DATABASE_URL is, so that all processes share it\n",
    });
  });
});

describe("a person whose requests are spread over both processes", () => {
  beforeAll(async () => {
    dealer = await createDealership(cluster);
  });

  test("signs in at one, refreshes at the other, and is signed in at both", async () => {
    const { email, password } = dealer;
    const entered = await cluster.anonymous(one).auth.signInWithPassword({ email, password });
    const refresh_token = entered.data.session?.refresh_token ?? "";
    const refreshed = await cluster.anonymous(other).auth.refreshSession({ refresh_token });
    expect(refreshed.error).toBeNull();
    for (const at of [one, other]) {
      const user = await cluster.anonymous(at).auth.getUser(refreshed.data.session?.access_token);
      expect(user.data.user?.id).toBe(dealer.id);
    }
  });

  test("refreshes at both concurrently, as two tabs do, and stays signed in", async () => {
    const { email, password } = dealer;
    const entered = await cluster.anonymous(one).auth.signInWithPassword({ email, password });
    const refresh_token = entered.data.session?.refresh_token ?? "";
    const both = await Promise.all(
      [one, other].map((at) => cluster.anonymous(at).auth.refreshSession({ refresh_token })),
    );
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    const [next, same] = both.map(({ data }) => data.session?.refresh_token);
    expect(next).toBe(same);
  });

  test("who signs out at one is signed out at the other immediately", async () => {
    const { email, password } = dealer;
    const client = cluster.anonymous(one);
    const token = (await client.auth.signInWithPassword({ email, password })).data.session;
    const ask = () =>
      fetch(`${other}/rest/v1/vehicles?select=id`, {
        headers: { apikey: cluster.anonKey, authorization: `Bearer ${token?.access_token}` },
      });
    expect((await ask()).status).toBe(200);
    await client.auth.signOut({ scope: "local" });
    expect((await ask()).status).toBe(401);
  });

  test("sees uploads, resized photos, replacements and removals at both", async () => {
    const path = `${dealer.id}/portada.jpg`;
    const send = async (at: string, method: string, body?: Buffer) =>
      fetch(`${at}/storage/v1/object/vehicle_images/${path}`, {
        method,
        body: body && new Uint8Array(body),
        headers: {
          apikey: cluster.anonKey,
          authorization: `Bearer ${await tokenOf(dealer)}`,
          "content-type": "image/jpeg",
          "x-upsert": "true",
        },
      });
    const show = (at: string, how = "object/public", query = "") =>
      fetch(`${at}/storage/v1/${how}/vehicle_images/${path}${query}`);

    expect((await send(one, "POST", await smallJpeg())).status).toBe(200);
    const [here, there] = await Promise.all([show(one), show(other)]);
    expect(there.status).toBe(200);
    expect(await there.bytes()).toEqual(await here.bytes());

    const [small, alsoSmall] = await Promise.all(
      [other, one].map((at) => show(at, "render/image/public", "?width=320")),
    );
    expect(small?.status).toBe(200);
    expect(await small?.bytes()).toEqual(await alsoSmall?.bytes());
    const kept = cluster.store.keys().filter((key) => key.startsWith("renditions/"));
    expect(kept, "the one made with the upload and the one asked for").toHaveLength(2);

    expect((await send(other, "POST", await smallPng())).status).toBe(200);
    expect((await show(one)).headers.get("content-type")).toBe("image/png");
    expect((await send(one, "DELETE")).status).toBe(200);
    expect((await show(other)).status).toBe(400);
    expect(cluster.store.keys()).toEqual([]);
  });

  test("has one limit for wrong passwords across both", async () => {
    const headers = {
      apikey: cluster.anonKey,
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.7",
    };
    const body = JSON.stringify({ email: dealer.email, password: "falsa" });
    const statuses: number[] = [];
    for (let number = 0; number < 22; number += 1) {
      const answer = await fetch(`${cluster.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers,
        body,
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
  });

  test("requests a new password twenty times and gets one mail", async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const email = `olvidadizo-${number}@example.com`;
        const made = await cluster.service().auth.admin.createUser({
          email,
          password: "clave-segura",
          email_confirm: true,
        });
        expect(made.error).toBeNull();
        return email;
      }),
    );
    const before = cluster.mails.received.length;
    await Promise.all(people.map((email) => cluster.anonymous().auth.resetPasswordForEmail(email)));
    await vi.waitFor(async () => {
      const [left] = await cluster.sql`
        select count(*)::int as mails from private.outgoing_mail where state <> 'sent'`;
      if (left?.mails !== 0) throw new Error(`${left?.mails} mails are not sent`);
    }, patience);
    const received = cluster.mails.received.slice(before).flatMap(({ recipients }) => recipients);
    expect(received.sort()).toEqual(people.sort());
  });
});

describe("a backup of two processes over one database and one S3 store", () => {
  test("is restored as one process on one machine, with accounts and photos", async () => {
    const path = `${dealer.id}/respaldo.jpg`;
    const photo = await dealer.client.storage
      .from("vehicle_images")
      .upload(path, await smallJpeg());
    expect(photo.error).toBeNull();
    const folder = createDataFolder();
    const file = join(folder.path, "backup.tar.zst");
    const { JWT_SECRET = "" } = cluster.environment;
    expect(await runOperator("backup", [file], cluster.environment)).toMatchObject({ code: 0 });
    const alone = { DATA_DIR: folder.path, JWT_SECRET };
    expect(await runOperator("restore", [file], alone)).toMatchObject({ code: 0 });
    const { url } = await folder.start({ JWT_SECRET });
    const { email, password } = dealer;
    const entered = await cluster.anonymous(url).auth.signInWithPassword({ email, password });
    expect(entered.data.user?.id).toBe(dealer.id);
    const address = `/storage/v1/object/public/vehicle_images/${path}`;
    const [before, after] = await Promise.all([cluster.url, url].map((at) => fetch(at + address)));
    expect(await after?.bytes()).toEqual(await before?.bytes());
    folder.remove();
  });
});

describe("a schema change", () => {
  test("by a third process's migration is noticed by both", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vitrina-migration-"));
    writeFileSync(
      join(folder, "20991231000000_create_news.sql"),
      "create table public.news (id int); grant select on public.news to anon;",
    );
    const ask = async (at: string) => (await cluster.anonymous(at).from("news").select()).status;
    expect(await Promise.all([ask(one), ask(other)])).toEqual([404, 404]);
    await applyMigrations(cluster.postgres.ownerUrl, migrationsIn(folder));
    rmSync(folder, { recursive: true });
    await vi.waitFor(async () => {
      expect(await Promise.all([ask(one), ask(other)])).toEqual([200, 200]);
    }, patience);
  });
});
