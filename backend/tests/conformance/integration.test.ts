import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { createTestClient } from "../support/create-test-client.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";
import { patience } from "../support/patience.ts";

let server: TestServer;
let ana: Account;
let bea: Account;

beforeAll(async () => {
  server = await startNotesServer();
  ana = await createAccount(server);
  bea = await createAccount(server);
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
    insert into public.tasks (title, owner) values ('of everyone', null)`);
  await vi.waitFor(async () => {
    const { error } = await server.anonymous().from("tasks").select();
    if (error) throw new Error(error.message);
  }, patience);
});
afterAll(() => server.stop());

const titles = async (client: SupabaseClient) =>
  (await client.from("tasks").select("title").order("title")).data?.map(({ title }) => title);

describe("supabase-js, integration: row security by caller", () => {
  test("an account only reads and writes its own rows; sign-in changes the role", async () => {
    const client = createTestClient(server.url, server.anonKey);
    expect(await titles(client)).toEqual(["of everyone"]);
    await client.auth.signInWithPassword({ email: ana.email, password: ana.password });
    const { data } = await client.from("tasks").insert({ title: "of Ana" }).select().single();
    expect(data).toMatchObject({ title: "of Ana", owner: ana.id });
    expect(await titles(client)).toEqual(["of Ana"]);
    await client.auth.signInWithPassword({ email: bea.email, password: bea.password });
    expect(await titles(client)).toEqual([]);
    expect(
      (await client.from("tasks").update({ title: "stolen" }).eq("id", data?.id)).error,
    ).toBeNull();
    expect((await client.from("tasks").delete().eq("id", data?.id).select()).data).toEqual([]);
    await client.auth.signOut();
    expect(await titles(client)).toEqual(["of everyone"]);
    expect(await titles(server.service())).toEqual(["of Ana", "of everyone"]);
  });

  test("an account cannot write as another one, and a visitor cannot write", async () => {
    expect(await ana.client.from("tasks").insert({ title: "x", owner: bea.id })).toMatchObject({
      status: 403,
      error: { code: "42501", message: expect.stringContaining("row-level security") },
    });
    expect(await server.anonymous().from("tasks").insert({ title: "x" })).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
  });

  test("a client with the accessToken option acts as the token's account", async () => {
    const token = (await ana.client.auth.getSession()).data.session?.access_token ?? "";
    const client = createClient(server.url, server.anonKey, { accessToken: async () => token });
    await client.from("tasks").insert({ title: "with a token" });
    expect(await titles(client)).toContain("with a token");
    expect((await client.storage.from("pictures").list(bea.id)).data).toEqual([]);
  });
});

describe("supabase-js, integration: the parts together", () => {
  test("a refreshed token is used for rest, storage and functions", async () => {
    const client = createTestClient(server.url, server.anonKey);
    await client.auth.signInWithPassword({ email: bea.email, password: bea.password });
    await client.auth.refreshSession();
    const { data: note } = await client.from("notes").insert({ body: "tea" }).select().single();
    expect(note).toMatchObject({ user_id: bea.id });
    expect((await client.storage.from("pictures").list(bea.id)).error).toBeNull();
    const counted = await client.functions.invoke("count-words", { body: { text: "milk, 2 l" } });
    expect(counted.data).toEqual({ words: 3 });
  });

  test("SQL reads a valid traceparent header, and null otherwise", async () => {
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
    await vi.waitFor(async () => expect(await ask({ traceparent })).toBe(traceparent), patience);
    expect(await ask({})).toBeNull();
    expect(await ask({ traceparent: `${traceparent}","x-client-ip":"10.0.0.1` })).toBeNull();
  });

  test("unknown, failing, unreachable and aborted functions return errors", async () => {
    const { client } = await createAccount(server);
    const missing = await client.functions.invoke("nowhere", { body: {} });
    expect(missing.error).toMatchObject({ name: "FunctionsHttpError", context: { status: 404 } });
    const refused = await client.functions.invoke("count-words", { body: { text: 1 } });
    expect(refused.error).toMatchObject({ name: "FunctionsHttpError", context: { status: 400 } });
    const stopped = await createClient("http://127.0.0.1:9", server.anonKey).functions.invoke(
      "count-words",
    );
    expect(stopped.error).toMatchObject({ name: "FunctionsFetchError" });
    const controller = new AbortController();
    controller.abort();
    const aborted = await client.functions.invoke("count-words", {
      body: {},
      signal: controller.signal,
    });
    expect(aborted.error).toMatchObject({ name: "FunctionsFetchError" });
  });

  test("a wrong key is rejected by rest, auth and storage", async () => {
    const stranger = createTestClient(server.url, "no-key");
    expect((await stranger.from("tasks").select()).status).toBe(401);
    expect(
      (await stranger.auth.signInWithPassword({ email: ana.email, password: ana.password })).error,
    ).toMatchObject({ status: 401 });
    expect((await stranger.storage.from("pictures").list()).error).toMatchObject({
      statusCode: "401",
    });
  });
});

describe("supabase-js, realtime, which is not offered", () => {
  test("a channel reports its error without console noise", async () => {
    const noise = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
    const client = createTestClient(server.url, server.anonKey);
    const states: string[] = [];
    const channel = client
      .channel("changes")
      .on("postgres_changes", { event: "*", schema: "public", table: "tasks" }, () => undefined)
      .subscribe((state) => void states.push(state));
    await vi.waitFor(() => expect(states).toContain("CHANNEL_ERROR"), patience);
    expect(await titles(client)).toEqual(["of everyone"]);
    await client.auth.signInWithPassword({ email: ana.email, password: ana.password });
    await client.removeChannel(channel);
    expect(client.getChannels()).toEqual([]);
    expect(noise.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of noise) spy.mockRestore();
  });
});
