import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecordsWorld, startRecords } from "../support/records.ts";

let world: RecordsWorld;

beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.server.stop());

/** Selects one row of a table. */
async function one(table: string, select: string, filters: Record<string, unknown>) {
  const { data, error } = await world.visitor.from(table).select(select).match(filters).single();
  return error ?? data;
}

describe("postgrest-js, relationships: a visitor who embeds", () => {
  test("gets a parent, its children, and their children", async () => {
    expect(await one("recordings", "title,studios(city)", { id: 1 })).toEqual({
      title: "Amanecer",
      studios: { city: "Lima" },
    });
    const select = "name,works:recordings(title,studio:studios(city,studio_notes(note)))";
    expect(await one("artists", select, { name: "bea" })).toEqual({
      name: "bea",
      works: [{ title: "Danza", studio: { city: "Cali", studio_notes: null } }],
    });
  });

  test("gets a one-to-one relation in both directions", async () => {
    expect(await one("studios", "studio_notes(note)", { id: 1 })).toEqual({
      studio_notes: { note: "quiet" },
    });
    expect(await one("studio_notes", "studios(city)", { id: 1 })).toEqual({
      studios: { city: "Lima" },
    });
  });

  test("gets a many-to-many relation over its junction table", async () => {
    expect(await one("recordings", "moods(name)", { id: 1 })).toEqual({
      moods: [{ name: "calm" }, { name: "wild" }],
    });
    expect(await one("moods", "recordings(title)", { id: 3 })).toEqual({ recordings: [] });
  });

  test("chooses among several relations by the name of the constraint or column", async () => {
    expect(
      await one("duets", "high:artists!duets_high_fkey(name),low(name),guest:artists!guest(name)", {
        id: 2,
      }),
    ).toEqual({
      high: { name: "ana" },
      low: { name: "ciro" },
      guest: null,
    });
    expect(await one("artists", "duets!duets_low_fkey(id)", { name: "bea" })).toEqual({
      duets: [{ id: 1 }],
    });
  });

  test("gets children by the table's name and the parent by its column", async () => {
    expect(await one("labels", "up:parent_id(name),down:labels(name)", { id: 2 })).toEqual({
      up: { name: "root" },
      down: [{ name: "grandchild" }],
    });
    expect(await one("labels", "labels!parent_id(id)", { id: 1 })).toEqual({
      labels: [{ id: 2 }, { id: 3 }],
    });
    expect(await one("labels", "labels!labels_parent_id_fkey(id)", { id: 1 })).toMatchObject({
      code: "PGRST200",
    });
  });

  test("gets an error for ambiguous relations, with a hint, and for none", async () => {
    expect(await world.visitor.from("duets").select("artists(name)")).toMatchObject({
      status: 300,
      error: {
        code: "PGRST201",
        hint: expect.stringContaining("'artists!duets_high_fkey', 'artists!duets_low_fkey'"),
        details: expect.arrayContaining([
          {
            cardinality: "many-to-one",
            embedding: "duets with artists",
            relationship: "duets_guest_fkey using duets(guest) and artists(name)",
          },
        ]),
      },
    });
    expect(await world.visitor.from("duets").select("moods(name)")).toMatchObject({
      status: 400,
      error: {
        code: "PGRST200",
        message: "Could not find a relationship between 'duets' and 'moods' in the schema cache",
      },
    });
  });

  test("gets relations of views by the columns that they select", async () => {
    expect(await one("loud_artists", "name,recordings(title)", { name: "ana" })).toEqual({
      name: "ana",
      recordings: [{ title: "Amanecer" }, { title: "Bruma" }, { title: "Ceniza" }],
    });
    expect(await one("recordings", "billing(artist_name,state)", { id: 4 })).toEqual({
      billing: { artist_name: "bea", state: "ok" },
    });
    expect(await one("recordings", "loud_artists(name)", { id: 4 })).toEqual({
      loud_artists: null,
    });
  });

  test("gets no relation of a nested view, and no duplicates of a view with joins", async () => {
    expect(await one("recordings", "nested_artists(name)", { id: 4 })).toMatchObject({
      code: "PGRST200",
    });
    const shown = { doubled_artists: { name: "bea" } };
    expect(await one("recordings", "doubled_artists(name)", { id: 4 })).toEqual(shown);
    expect(await one("recordings", "...doubled_artists(name)", { id: 4 })).toEqual({ name: "bea" });
    const ordered = await world.visitor
      .from("recordings")
      .select("id,doubled_artists(name)")
      .order("doubled_artists(name)", { ascending: false })
      .limit(1);
    expect(ordered.data).toEqual([{ id: 4, ...shown }]);
  });
});

describe("postgrest-js, resource embedding: a visitor who filters and orders with embeds", () => {
  test("filters parents with !inner and children with !left", async () => {
    const inner = await world.visitor
      .from("artists")
      .select("name,recordings!inner(title)")
      .eq("recordings.title", "Danza");
    expect(inner.data).toEqual([{ name: "bea", recordings: [{ title: "Danza" }] }]);
    const left = await world.visitor
      .from("artists")
      .select("name,recordings!left(title)")
      .eq("recordings.title", "Danza")
      .order("name");
    expect(left.data?.map(({ recordings }) => recordings.length)).toEqual([0, 1, 0, 0]);
    const empty = await world.visitor
      .from("artists")
      .select("name,recordings()")
      .not("recordings", "is", null)
      .order("name");
    expect(empty.data).toEqual([{ name: "ana" }, { name: "bea" }]);
  });

  test("orders, limits and pages children, and orders rows by their parent", async () => {
    const { data } = await world.visitor
      .from("artists")
      .select("recordings(title)")
      .eq("name", "ana")
      .order("title", { referencedTable: "recordings", ascending: false })
      .range(1, 1, { referencedTable: "recordings" });
    expect(data).toEqual([{ recordings: [{ title: "Bruma" }] }]);
    const byCity = await world.visitor
      .from("recordings")
      .select("id")
      .order("studios(city)")
      .order("id");
    expect(byCity.error).toMatchObject({ code: "PGRST108" });
    const ordered = await world.visitor
      .from("recordings")
      .select("id,studios(city)")
      .order("studios(city)")
      .order("id");
    expect(ordered.data?.map(({ id }) => id)).toEqual([3, 4, 1, 2]);
    expect(
      (
        await world.visitor
          .from("artists")
          .select("name,recordings(title)")
          .order("recordings(title)")
      ).error,
    ).toMatchObject({ code: "PGRST118" });
  });

  test("combines conditions on children with or, also without selecting them", async () => {
    const { data } = await world.visitor
      .from("artists")
      .select("name,recordings!inner()")
      .or("title.eq.Danza,title.eq.Bruma", { referencedTable: "recordings" })
      .order("name");
    expect(data).toEqual([{ name: "ana" }, { name: "bea" }]);
  });
});

describe("postgrest-js, spread: a visitor who spreads an embed", () => {
  test("gets the parent's columns beside the row's, at any depth", async () => {
    const select = "title,...studios(city,...studio_notes(note))";
    expect(await one("recordings", select, { id: 1 })).toEqual({
      title: "Amanecer",
      city: "Lima",
      note: "quiet",
    });
    expect(await one("recordings", select, { id: 3 })).toEqual({
      title: "Ceniza",
      city: "Cali",
      note: null,
    });
  });

  test("gets the children's columns as lists in the requested order", async () => {
    const { data } = await world.visitor
      .from("artists")
      .select("name,...recordings(titles:title,...studios(cities:city))")
      .in("name", ["ana", "dora"])
      .order("title", { referencedTable: "recordings", ascending: false })
      .order("name");
    expect(data).toEqual([
      { name: "ana", titles: ["Ceniza", "Bruma", "Amanecer"], cities: ["Cali", "Quito", "Lima"] },
      { name: "dora", titles: [], cities: [] },
    ]);
  });

  test("can filter by it, nest it in an embed, and get it from a write", async () => {
    const inner = await world.visitor
      .from("recordings")
      .select("id,...studios!inner(city)")
      .eq("studios.city", "Cali")
      .order("id");
    expect(inner.data).toEqual([
      { id: 3, city: "Cali" },
      { id: 4, city: "Cali" },
    ]);
    expect(await one("artists", "recordings(...studios(city))", { name: "bea" })).toEqual({
      recordings: [{ city: "Cali" }],
    });
    const written = await world.visitor
      .from("recordings")
      .insert({ title: "Eco", artist: "ciro", studio_id: 2 })
      .select("title,...studios(city),artists(name)")
      .single();
    expect(written.data).toEqual({ title: "Eco", city: "Quito", artists: { name: "ciro" } });
    await world.visitor.from("recordings").delete().eq("artist", "ciro");
  });
});

describe("postgrest-js, computed fields: a visitor who selects a function of a row", () => {
  test("selects, filters and orders by it like a column; * does not include it", async () => {
    expect(await one("recordings", "id,short_title", { short_title: "Bru" })).toEqual({
      id: 2,
      short_title: "Bru",
    });
    const ordered = await world.visitor
      .from("recordings")
      .select("short_title")
      .order("short_title", { ascending: false });
    expect(ordered.data?.map((row) => row.short_title)).toEqual(["Dan", "Cen", "Bru", "Ama"]);
    expect(Object.keys((await one("recordings", "*", { id: 1 })) ?? {})).not.toContain(
      "short_title",
    );
    const written = await world.visitor
      .from("recordings")
      .update({ seconds: 200 })
      .eq("id", 1)
      .select("short_title")
      .single();
    expect(written.data).toEqual({ short_title: "Ama" });
    const { error } = await world.visitor
      .from("recordings")
      .update({ short_title: "x" })
      .eq("id", 1);
    expect(error).toMatchObject({ code: "PGRST204" });
  });

  test("embeds the rows that a function returns, by the table of its argument", async () => {
    expect(await one("artists", "all:recordings_of(id,short_title)", { name: "ana" })).toEqual({
      all: [
        { id: 3, short_title: "Cen" },
        { id: 2, short_title: "Bru" },
        { id: 1, short_title: "Ama" },
      ],
    });
    expect(await one("studios", "recordings_of(title,artists(name))", { id: 3 })).toEqual({
      recordings_of: [
        { title: "Danza", artists: { name: "bea" } },
        { title: "Ceniza", artists: { name: "ana" } },
      ],
    });
    expect(await one("artists", "latest_of(title)", { name: "ana" })).toEqual({
      latest_of: { title: "Ceniza" },
    });
    expect(await one("artists", "latest_of(title)", { name: "dora" })).toEqual({ latest_of: null });
    expect(await one("artists", "...latest_of(title)", { name: "ana" })).toEqual({
      title: "Ceniza",
    });
  });

  test("embeds it in the result of a function and of a write", async () => {
    const called = await world.visitor
      .rpc("all_artists")
      .select("name,latest_of(title)")
      .eq("name", "bea")
      .single();
    expect(called.data).toEqual({ name: "bea", latest_of: { title: "Danza" } });
    const written = await world.visitor
      .from("artists")
      .update({ medium: "file" })
      .eq("name", "bea")
      .select("name,latest_of(short_title)")
      .single();
    expect(written.data).toEqual({ name: "bea", latest_of: { short_title: "Dan" } });
  });

  test("gets an error for a function without the right to execute it", async () => {
    await world.server.sql`revoke execute on function public.short_title from anon, public`;
    expect((await world.visitor.from("recordings").select("short_title")).error).toMatchObject({
      code: "42501",
    });
    await world.server.sql`grant execute on function public.short_title to anon`;
  });
});
