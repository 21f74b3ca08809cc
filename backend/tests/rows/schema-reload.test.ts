import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patience } from "../support/patience.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startNotesServer();
});

afterAll(() => server.stop());

describe("a schema that changes while the server runs", () => {
  it("is picked up without a restart: new table, column, relationship, and its removal", async () => {
    const visitor = server.anonymous();
    expect(await visitor.from("parts").select()).toMatchObject({
      status: 404,
      error: { code: "PGRST205" },
    });

    await server.sql.unsafe(`
      create table public.parts (id integer primary key);
      alter table public.parts enable row level security;
      create policy parts_select on public.parts for select to anon using (true);
      grant select on public.parts to anon;
      insert into public.parts values (7)`);
    await vi.waitFor(
      async () => expect((await visitor.from("parts").select()).data).toEqual([{ id: 7 }]),
      patience,
    );

    await server.sql.unsafe("alter table public.parts add column name text default 'bolt'");
    await vi.waitFor(
      async () =>
        expect((await visitor.from("parts").select()).data).toEqual([{ id: 7, name: "bolt" }]),
      patience,
    );

    await server.sql.unsafe(
      "alter table public.parts add column parent integer references public.parts (id)",
    );
    await vi.waitFor(
      async () =>
        expect((await visitor.from("parts").select("id,up:parent(id)")).data).toEqual([
          { id: 7, up: null },
        ]),
      patience,
    );

    await server.sql.unsafe("drop table public.parts");
    await vi.waitFor(
      async () => expect((await visitor.from("parts").select()).status).toBe(404),
      patience,
    );
  });

  it("does not break reads that were prepared for the old schema", async () => {
    const visitor = server.anonymous();
    await server.sql.unsafe(`
      create table public.sizes (id integer primary key, size text);
      alter table public.sizes enable row level security;
      create policy sizes_select on public.sizes for select to anon using (true);
      grant select on public.sizes to anon;
      insert into public.sizes values (1, '10')`);
    await vi.waitFor(
      async () =>
        expect((await visitor.from("sizes").select().eq("size", "10")).data).toHaveLength(1),
      patience,
    );
    for (let count = 0; count < 6; count += 1)
      await visitor.from("sizes").select().eq("size", "10");

    await server.sql.unsafe(
      "alter table public.sizes alter column size type integer using size::integer",
    );
    await vi.waitFor(
      async () =>
        expect(await visitor.from("sizes").select().eq("size", "10")).toMatchObject({
          error: null,
          data: [{ id: 1, size: 10 }],
        }),
      patience,
    );
  });
});
