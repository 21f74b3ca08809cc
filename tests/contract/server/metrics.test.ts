import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

const metricsToken = "a-token-of-some-length";

let server: TestServer;
let dealer: Person;
beforeAll(async () => {
  server = await startTestServer({ metricsToken });
  dealer = await createDealership(server);
});
afterAll(() => server.stop());

describe("GET /metrics", () => {
  test("returns 404 to a visitor, and to everyone if no token is set", async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const closed = await startTestServer();
    expect((await fetch(`${closed.url}/metrics`)).status).toBe(404);
    expect((await ask(closed.url)).status).toBe(404);
    await closed.stop();
  });

  test("returns an error to an operator with a wrong token", async () => {
    expect((await ask(server.url, "another-token-of-some-length")).status).toBe(401);
    expect((await ask(server.url, server.serviceRoleKey)).status).toBe(401);
  });

  test("counts requests by area and status class, without personal data", async () => {
    const before = await read();
    await dealer.client.from("vehicles").select("id").eq("vin", dealer.email);
    await dealer.client.from("nothing").select("id");
    await server.anonymous().auth.signInWithPassword({ email: dealer.email, password: "wrong" });
    const after = await read();
    const grown = (labels: string) => count(after, labels) - count(before, labels);
    expect(grown('area="rest",status="2xx"')).toBe(1);
    expect(grown('area="rest",status="4xx"')).toBe(1);
    expect(grown('area="auth",status="4xx"')).toBe(1);
    expect(grown('area="operation",status="2xx"')).toBe(1);
    expect(after).not.toMatch(/@|vehicles|nothing/);
  });

  test("shows waiting and failed mails, connections, renditions and the process", async () => {
    await server.sql`insert into private.outgoing_mail (template, recipient, state, due_at, created_at) values
      ('access-rejected', 'a@example.com', 'dead', now(), now()),
      ('access-rejected', 'b@example.com', 'queued', now() + interval '4 minutes', now() - interval '10 minutes')`;
    await showPicture();
    const text = await read();
    expect(readValue(text, 'vitrina_outbox_mails{state="dead"}')).toBe(1);
    expect(readValue(text, 'vitrina_outbox_mails{state="queued"}')).toBe(1);
    expect(readValue(text, "vitrina_outbox_oldest_seconds")).toBeGreaterThanOrEqual(600);
    expect(readValue(text, 'vitrina_database_pool{state="busy"}')).toBe(0);
    expect(readValue(text, 'vitrina_database_pool{state="free"}')).toBe(14);
    expect(text).toMatch(/vitrina_database_connections\{application="vitrina",state="idle"\} \d/);
    expect(readValue(text, 'vitrina_rendition_seconds_count{outcome="made"}')).toBe(1);
    expect(readValue(text, "vitrina_storage_missing_objects")).toBe(0);
    expect(readValue(text, "vitrina_disk_free_bytes")).toBeGreaterThan(0);
    expect(readValue(text, "vitrina_process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });

  test("answers an operator while the database is down", async () => {
    const blocker = await server.reserve();
    await blocker`begin`;
    await blocker`lock table private.outgoing_mail in access exclusive mode`;
    const text = await read();
    expect(text).not.toContain("vitrina_outbox_mails{");
    expect(text).toContain("vitrina_database_pool{");
    await blocker`rollback`;
    blocker.release();
    expect(await read()).toContain("vitrina_outbox_mails{");
  });
});

test("an operator reads the running version at /healthz", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const answer = await fetch(`${server.url}/healthz`);
  expect(await answer.json()).toEqual({ status: "ok", version });
});

describe("GET /readyz", () => {
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, await answer.json()];
  };

  test("fails while migrations are missing", async () => {
    expect(await readiness()).toEqual([200, { status: "ready" }]);
    const [newest] = await server.sql<{ version: string; name: string }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations)
      returning version, name`;
    expect(await readiness()).toEqual([503, { status: "unavailable", reason: "migrations" }]);
    await server.sql`insert into supabase_migrations.schema_migrations ${server.sql(newest ?? {})}`;
    expect(await readiness()).toEqual([200, { status: "ready" }]);
  });

  test("fails while callers cannot log in, though the owner can", async () => {
    const [row] = await server.sql<{ name: string }[]>`select current_database() as name`;
    const name = server.sql(row?.name ?? "");
    await server.sql`revoke connect on database ${name} from public`;
    await server.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'authenticator'`;
    expect((await server.anonymous().rpc("admin_exists")).status).toBe(503);
    expect(await readiness()).toEqual([503, { status: "unavailable", reason: "database" }]);
    await server.sql`grant connect on database ${name} to public`;
    await vi.waitFor(async () => expect((await readiness())[0]).toBe(200), patience);
    expect((await server.anonymous().rpc("admin_exists")).status).toBe(200);
  });

  test("fails while the function that checks sessions is missing", async () => {
    await server.sql`alter function private.check_session(jsonb) rename to check_session_gone`;
    expect(await server.anonymous().rpc("admin_exists")).toMatchObject({
      status: 404,
      error: { code: "42883" },
    });
    expect(await readiness()).toEqual([503, { status: "unavailable", reason: "database" }]);
    await server.sql`alter function private.check_session_gone(jsonb) rename to check_session`;
    expect(await readiness()).toEqual([200, { status: "ready" }]);
  });

  test("fails once the process is about to stop, while it still serves requests", async () => {
    const other = await startTestServer();
    other.vitrina.backend.markStopping();
    const answer = await fetch(`${other.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: "unavailable", reason: "stopping" },
    ]);
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    expect((await other.anonymous().from("vehicles").select("id")).status).toBe(200);
    await other.stop();
  });
});

function ask(url: string, token = metricsToken): Promise<Response> {
  return fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
}

async function read(): Promise<string> {
  const answer = await ask(server.url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

function count(text: string, labels: string): number {
  return readValue(text, `vitrina_http_request_seconds_count{${labels}}`);
}

function readValue(text: string, name: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

async function showPicture(): Promise<void> {
  const path = `${dealer.id}/photo.jpg`;
  const { error } = await dealer.client.storage
    .from("vehicle_images")
    .upload(path, await smallJpeg(), { contentType: "image/jpeg" });
  if (error) throw error;
  const shown = await fetch(
    `${server.url}/storage/v1/render/image/public/vehicle_images/${path}?width=320`,
  );
  expect(shown.status).toBe(200);
}
