import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { createTestClient, startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let ana: Person;
let bea: Person;

beforeAll(async () => {
  server = await startTestServer();
  await createAdmin(server);
  ana = await createDealership(server);
  bea = await createDealership(server);
  await server.sql.unsafe(`
    create table public.tasks (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      owner uuid references auth.users (id) on delete cascade default auth.uid()
    );
    alter table public.tasks enable row level security;
    create policy tasks_select_anyone on public.tasks for select to anon using (owner is null);
    create policy tasks_all_owner on public.tasks for all to authenticated
      using ((select auth.uid()) = owner) with check ((select auth.uid()) = owner);
    grant select on public.tasks to anon;
    grant select, insert, update, delete on public.tasks to authenticated, service_role;
    insert into public.tasks (title, owner) values ('de todos', null)`);
  await vi.waitFor(async () => {
    const { error } = await server.anonymous().from("tasks").select();
    if (error) throw new Error(error.message);
  });
});
afterAll(() => server.stop());

const titles = async (client: SupabaseClient) =>
  (await client.from("tasks").select("title").order("title")).data?.map(({ title }) => title);

describe("supabase-js, integration: row security by who the client is", () => {
  test("a person writes and reads the own rows only, and the role is asked anew at each sign-in and sign-out", async () => {
    const client = createTestClient(server.url, server.anonKey);
    expect(await titles(client)).toEqual(["de todos"]);
    await client.auth.signInWithPassword({ email: ana.email, password: ana.password });
    const { data } = await client.from("tasks").insert({ title: "de Ana" }).select().single();
    expect(data).toMatchObject({ title: "de Ana", owner: ana.id });
    expect(await titles(client)).toEqual(["de Ana"]);
    await client.auth.signInWithPassword({ email: bea.email, password: bea.password });
    expect(await titles(client)).toEqual([]);
    expect(
      (await client.from("tasks").update({ title: "robada" }).eq("id", data?.id)).error,
    ).toBeNull();
    expect((await client.from("tasks").delete().eq("id", data?.id).select()).data).toEqual([]);
    await client.auth.signOut();
    expect(await titles(client)).toEqual(["de todos"]);
    expect(await titles(server.service())).toEqual(["de Ana", "de todos"]);
  });

  test("nobody writes in another's name, and a visitor not at all", async () => {
    expect(await ana.client.from("tasks").insert({ title: "x", owner: bea.id })).toMatchObject({
      status: 403,
      error: { code: "42501", message: expect.stringContaining("row-level security") },
    });
    expect(await server.anonymous().from("tasks").insert({ title: "x" })).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
  });

  test("a client with an access token of its own making asks in that name", async () => {
    const token = (await ana.client.auth.getSession()).data.session?.access_token ?? "";
    const client = createClient(server.url, server.anonKey, { accessToken: async () => token });
    await client.from("tasks").insert({ title: "con token" });
    expect(await titles(client)).toContain("con token");
    expect((await client.storage.from("vehicle_images").list(bea.id)).data).toEqual([]);
  });
});

describe("supabase-js, integration: the parts together", () => {
  test("a refreshed token goes on to rest, storage and functions", async () => {
    const client = createTestClient(server.url, server.anonKey);
    await client.auth.signInWithPassword({ email: bea.email, password: bea.password });
    await client.auth.refreshSession();
    expect((await client.from("profiles").select("id").eq("id", bea.id).single()).data).toEqual({
      id: bea.id,
    });
    expect((await client.storage.from("vehicle_images").list(bea.id)).error).toBeNull();
    const { data } = await client.functions.invoke("decode-vin", {
      body: { vin: "KM8K2CAB4PU001140" },
    });
    expect(data).toMatchObject({ brand: "Hyundai" });
  });

  test("SQL reads the trace that a request belongs to, if it is one, and none where the client sends none", async () => {
    await server.sql.unsafe(`
      create function public.read_trace() returns text language sql stable set search_path = ''
        as $$ select current_setting('request.headers', true)::json ->> 'traceparent' $$;
      grant execute on function public.read_trace() to anon`);
    const ask = async (headers: Record<string, string>) => {
      const client = createClient(server.url, server.anonKey, {
        global: { headers },
        auth: { persistSession: false, autoRefreshToken: false },
      });
      return (await client.rpc("read_trace")).data;
    };
    const traceparent = `00-${"a1".repeat(16)}-${"b2".repeat(8)}-01`;
    await vi.waitFor(async () => expect(await ask({ traceparent })).toBe(traceparent));
    expect(await ask({})).toBeNull();
    expect(await ask({ traceparent: `${traceparent}","x-client-ip":"10.0.0.1` })).toBeNull();
  });

  test("functions: what is missing, what refuses and what is not JSON reach the caller as the client's errors", async () => {
    const missing = await bea.client.functions.invoke("nowhere", { body: {} });
    expect(missing.error).toMatchObject({ name: "FunctionsHttpError", context: { status: 404 } });
    const refused = await bea.client.functions.invoke("decode-vin", { body: { vin: 1 } });
    expect(refused.error ?? refused.data.error).toBeTruthy();
    const stopped = await createClient("http://127.0.0.1:9", server.anonKey).functions.invoke(
      "decode-vin",
    );
    expect(stopped.error).toMatchObject({ name: "FunctionsFetchError" });
    const controller = new AbortController();
    controller.abort();
    const aborted = await bea.client.functions.invoke("decode-vin", {
      body: {},
      signal: controller.signal,
    });
    expect(aborted.error).toMatchObject({ name: "FunctionsFetchError" });
  });

  test("a wrong key and no key at all are refused by every part", async () => {
    const stranger = createTestClient(server.url, "no-key");
    expect((await stranger.from("tasks").select()).status).toBe(401);
    expect(
      (await stranger.auth.signInWithPassword({ email: ana.email, password: ana.password })).error,
    ).toMatchObject({ status: 401 });
    expect((await stranger.storage.from("vehicle_images").list()).error).not.toBeNull();
  });
});

describe("supabase-js, realtime, which is not here", () => {
  test("a channel is told that it failed, the client goes on, and the page hears nothing else", async () => {
    const noise = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
    const client = createTestClient(server.url, server.anonKey);
    const states: string[] = [];
    const channel = client
      .channel("cambios")
      .on("postgres_changes", { event: "*", schema: "public", table: "tasks" }, () => undefined)
      .subscribe((state) => void states.push(state));
    await vi.waitFor(() => expect(states).toContain("CHANNEL_ERROR"), { timeout: 8_000 });
    expect(await titles(client)).toEqual(["de todos"]);
    await client.auth.signInWithPassword({ email: ana.email, password: ana.password });
    await client.removeChannel(channel);
    expect(client.getChannels()).toEqual([]);
    expect(noise.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of noise) spy.mockRestore();
  });
});
