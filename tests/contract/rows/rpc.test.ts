import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let visitor: SupabaseClient;

/** One function of each kind; the server discovers them by itself. */
const functions = `
  create function public.add_up(p_a integer, p_b integer default 10) returns integer language sql stable as $$ select p_a + p_b $$;
  create function public.join_texts(p_texts text[], p_options jsonb) returns text language sql stable
    as $$ select array_to_string(p_texts, p_options ->> 'between') $$;
  create function public.first_numbers(p_count integer) returns setof integer language sql stable as $$ select generate_series(1, p_count) $$;
  create function public.public_vehicles() returns setof public.vehicles language sql stable security definer
    as $$ select * from public.vehicles $$;
  create function public.best_vehicle() returns public.vehicles language sql stable security definer
    as $$ select * from public.vehicles order by year desc limit 1 $$;
  create function public.totals() returns table (brand text, total bigint) language sql stable
    as $$ select brand, count(*) from public.vehicles group by brand $$;
  create function public.nothing_at_all() returns void language sql as $$ select $$;
  create function public.complain(p_state text) returns void language plpgsql as $$
    begin raise exception 'No se puede' using errcode = p_state, detail = 'detalle', hint = 'ayuda'; end $$;
  create table public.notes (id integer primary key, body text);
  alter table public.notes enable row level security;
  create policy notes_all on public.notes for all to anon using (true) with check (true);
  grant select, insert, update on public.notes to anon;
  create function public.write_note(p_body text) returns setof public.notes language sql volatile
    as $$ insert into public.notes values (1, p_body), (2, p_body) returning * $$;
`;

beforeAll(async () => {
  server = await startTestServer();
  visitor = server.anonymous();
  const dealer = await createDealership(server, { slug: "uno", fullName: "Autos Uno" });
  const rows = ["Kona", "Civic", "Rio"].map((model, index) => ({
    user_id: dealer.id,
    brand: index === 1 ? "Honda" : "Kia",
    model,
    year: 2018 + index,
    published: true,
  }));
  await server.sql`insert into public.vehicles ${server.sql(rows)}`;
  await server.sql.unsafe(functions);
  await server.sql.unsafe(
    "grant execute on all functions in schema public to anon; notify pgrst, 'reload schema'",
  );
  await vi.waitFor(
    async () => expect((await visitor.rpc("nothing_at_all")).status).toBe(204),
    patience,
  );
});

afterAll(() => server.stop());

describe("a function that returns one value", () => {
  it("takes its arguments by name, with defaults", async () => {
    expect(await visitor.rpc("add_up", { p_a: 1, p_b: 2 })).toMatchObject({ status: 200, data: 3 });
    expect(await visitor.rpc("add_up", { p_a: 1 })).toMatchObject({ status: 200, data: 11 });
  });

  it("takes arrays and objects", async () => {
    const { data, error } = await visitor.rpc("join_texts", {
      p_texts: ["a", "b, c"],
      p_options: { between: "-" },
    });
    expect(error).toBeNull();
    expect(data).toBe("a-b, c");
  });

  it("returns null as null", async () => {
    expect(await visitor.rpc("add_up", { p_a: null })).toMatchObject({
      status: 200,
      data: null,
      error: null,
    });
  });

  it("can be called by GET and HEAD", async () => {
    expect(await visitor.rpc("add_up", { p_a: 4 }, { get: true })).toMatchObject({
      status: 200,
      data: 14,
    });
    const { data } = await visitor.rpc(
      "join_texts",
      { p_texts: ["a", "b"], p_options: '{"between":"+"}' },
      { get: true },
    );
    expect(data).toBe("a+b");
    expect(
      await visitor.rpc("first_numbers", { p_count: 3 }, { head: true, count: "exact" }),
    ).toMatchObject({ count: 3, data: null });
  });
});

describe("a function that returns rows", () => {
  it("returns an array of values for a set of scalars", async () => {
    expect((await visitor.rpc("first_numbers", { p_count: 3 })).data).toEqual([1, 2, 3]);
    expect((await visitor.rpc("first_numbers", { p_count: 5 }).range(1, 2)).data).toEqual([2, 3]);
  });

  it("supports select, filter, order, limit, embed and count like its table", async () => {
    const { data, count, error } = await visitor
      .rpc("public_vehicles", {}, { count: "exact" })
      .select("model,seller:profiles!vehicles_user_id_fkey(full_name)")
      .eq("brand", "Kia")
      .order("year", { ascending: false })
      .limit(1);
    expect(error).toBeNull();
    expect(data).toEqual([{ model: "Rio", seller: { full_name: "Autos Uno" } }]);
    expect(count).toBe(2);
  });

  it("is rejected if select or order names a hidden column, also by HEAD", async () => {
    const answers = (select: string, order: string) => {
      const calls = [{ get: true }, { head: true }, { head: true, count: "exact" as const }];
      return Promise.all(
        calls.map((call) => visitor.rpc("public_vehicles", {}, call).select(select).order(order)),
      );
    };
    const statuses = async (select: string, order = "id") =>
      (await answers(select, order)).map(({ status }) => status);
    const own = "vehicles_user_id_fkey";
    expect(await statuses(`id,profiles!${own}(id)`)).toEqual([200, 200, 200]);
    expect(await statuses(`id,profiles!${own}(email)`)).toEqual([401, 401, 401]);
    expect(await statuses(`id,profiles!${own}(config->profile->>phone)`)).toEqual([401, 401, 401]);
    expect(await statuses(`id,profiles!${own}(id)`, "profiles(email)")).toEqual([401, 401, 401]);
  });

  it("returns one object for one row", async () => {
    expect((await visitor.rpc("best_vehicle").select("model,year")).data).toEqual({
      model: "Rio",
      year: 2020,
    });
  });

  it("returns the columns of a returned table", async () => {
    const { data } = await visitor.rpc("totals").order("brand");
    expect(data).toEqual([
      { brand: "Honda", total: 1 },
      { brand: "Kia", total: 2 },
    ]);
    expect((await visitor.rpc("totals").eq("brand", "Kia").single()).data).toEqual({
      brand: "Kia",
      total: 2,
    });
  });
});

describe("a function that returns nothing", () => {
  it("answers 204", async () => {
    expect(await visitor.rpc("nothing_at_all")).toMatchObject({
      status: 204,
      data: null,
      error: null,
    });
  });

  it("answers the raised code: P0001 as 400, PTnnn as nnn, PT401 as session ended", async () => {
    expect(await visitor.rpc("complain", { p_state: "P0001" })).toMatchObject({
      status: 400,
      error: { code: "P0001", message: "No se puede", details: "detalle", hint: "ayuda" },
    });
    expect(await visitor.rpc("complain", { p_state: "PT402" })).toMatchObject({
      status: 402,
      error: { code: "PT402" },
    });
    expect(await visitor.rpc("complain", { p_state: "PT401" })).toMatchObject({
      status: 401,
      error: { code: "PGRST301" },
    });
    expect(await visitor.rpc("complain", { p_state: "42501" })).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
  });
});

describe("a function that writes", () => {
  it("is rejected by GET", async () => {
    expect(await visitor.rpc("write_note", { p_body: "x" }, { get: true })).toMatchObject({
      status: 405,
      error: { code: "25006" },
    });
    expect(await server.sql`select 1 from public.notes`).toHaveLength(0);
  });

  it("writes nothing when one object is requested and two rows result", async () => {
    expect(await visitor.rpc("write_note", { p_body: "x" }).single()).toMatchObject({
      status: 406,
      error: { code: "PGRST116" },
    });
    expect(await server.sql`select 1 from public.notes`).toHaveLength(0);
  });

  it("writes once when its rows are accepted", async () => {
    expect((await visitor.rpc("write_note", { p_body: "y" }).select("id")).data).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(await server.sql`select 1 from public.notes`).toHaveLength(2);
  });
});

describe("a call that matches no function", () => {
  it("lists up to twenty unknown arguments in the error, and truncates long names", async () => {
    const { client } = await createDealership(server);
    const named = (count: number, length: number) =>
      Array.from({ length: count }, (_, at) => String(at).padStart(length, "a"));
    const ask = async (names: string[]) => {
      const args = Object.fromEntries(names.map((name) => [name, 1]));
      const { error } = await client.rpc("no_such_function", args);
      return `${error?.message} ${error?.details}`;
    };
    const twenty = named(20, 40);
    expect(await ask(twenty)).toContain(`no_such_function(${twenty.toSorted().join(", ")})`);
    for (const many of [named(50_000, 28), named(1, 1_400_000), named(21, 2), named(20, 60)]) {
      const text = await ask(many);
      expect(text).toContain(`… (cut, ${many.length} in all)`);
      expect(text.length).toBeLessThan(2_500);
    }
  });

  it("gets PGRST202 for an unknown name, a missing and a surplus argument", async () => {
    const unknown = await visitor.rpc("no_such_function");
    expect(unknown).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message:
          "Could not find the function public.no_such_function without parameters in the schema cache",
      },
    });
    expect(await visitor.rpc("add_up", {})).toMatchObject({
      status: 404,
      error: { code: "PGRST202" },
    });
    expect(await visitor.rpc("add_up", { p_a: 1, p_c: 2 })).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message: "Could not find the function public.add_up(p_a, p_c) in the schema cache",
      },
    });
  });

  it("gets 400 for an argument of the wrong type and 405 for another method", async () => {
    expect(await visitor.rpc("add_up", { p_a: "x" })).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
    const response = await fetch(`${server.url}/rest/v1/rpc/add_up`, {
      method: "DELETE",
      headers: { apikey: server.anonKey },
    });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ code: "PGRST101" });
  });
});
