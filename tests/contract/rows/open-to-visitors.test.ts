import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sends a bare request with a token; returns the status. */
const send = async (token: string, path: string, call?: Call) =>
  (await sendAs(server, token, path, call)).status;

describe("threat 42: a server that has just started", () => {
  test("a visitor can use only the tables and functions meant for visitors", async () => {
    const tables = await server.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`;
    const functions = await server.sql<{ name: string; args: string[] | null }[]>`
      select proname as name, proargnames[1:pronargs] as args from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`;
    const statusOf = async (path: string, call?: Call) => send(server.anonKey, path, call);
    const opened: string[] = [];
    for (const { name } of tables) {
      const status = await statusOf(`/rest/v1/${name}?limit=1`);
      if (status !== 401) opened.push(`${status} ${name}`);
    }
    const people = await server.sql`select count(*) from auth.users`;
    for (const { name, args } of functions) {
      const body = Object.fromEntries((args ?? []).map((arg) => [arg, null]));
      const status = await statusOf(`/rest/v1/rpc/${name}`, { body });
      if (status !== 401) opened.push(`${status} ${name}()`);
    }
    expect(functions.length).toBeGreaterThan(10);
    expect(opened).toEqual([
      "200 profiles",
      "200 vehicles",
      "200 admin_exists()",
      "200 find_moved_slug()",
      "200 get_listing_choices()",
      "200 get_similar_vehicles()",
      "200 get_sitemap_size()",
      "200 get_sitemap_vehicles()",
      "200 get_vehicle_units()",
      "204 record_contact_tap()",
      "204 record_vehicle_view()",
      "200 search_listing()",
      "204 stop_weekly_mail()",
    ]);
    expect(await server.sql`select count(*) from auth.users`).toEqual(people);
  });

  test("row security is on for every table, and definer functions are pinned and closed", async () => {
    const open = await server.sql`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relrowsecurity and relnamespace in
        ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)`;
    expect([...open]).toEqual([]);
    const definers = await server.sql<{ name: string; pinned: boolean; closed: boolean }[]>`
      select oid::regprocedure::text as name,
        coalesce(proconfig::text like '%search_path=%', false) as pinned,
        not exists (
          select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0
        ) as closed
      from pg_proc where prosecdef and pronamespace not in (select oid from pg_namespace where nspname like 'graphile%')`;
    expect(definers.length).toBeGreaterThan(20);
    expect(definers.filter(({ pinned, closed }) => !pinned || !closed)).toEqual([]);
  });
});
