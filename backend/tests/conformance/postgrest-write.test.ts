import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecordsWorld, startRecords } from "../support/records.ts";

let world: RecordsWorld;

beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.server.stop());

const from = (table: string) => world.visitor.from(table);

describe("postgrest-js, basic: a visitor who inserts", () => {
  test("inserts one row and many, with and without representation", async () => {
    expect(await from("studios").insert({ id: 50, city: "Bogotá" })).toMatchObject({
      status: 201,
      data: null,
      error: null,
    });
    const many = await from("studios")
      .insert(
        [
          { id: 51, city: "Piura" },
          { id: 52, city: "Ica" },
        ],
        { count: "exact" },
      )
      .select("id");
    expect(many).toMatchObject({ status: 201, count: 2, data: [{ id: 51 }, { id: 52 }] });
  });

  test("inserts rows with different keys: missing ones are null, or the default", async () => {
    const rows = [{ name: "eva" }, { name: "fito", medium: "tape" }];
    const asNull = await from("artists").insert(rows).select("name,medium");
    expect(asNull.data).toEqual([
      { name: "eva", medium: null },
      { name: "fito", medium: "tape" },
    ]);
    await from("artists").delete().in("name", ["eva", "fito"]);
    const asDefault = await from("artists")
      .insert(rows, { defaultToNull: false })
      .select("name,medium");
    expect(asDefault.data).toEqual([
      { name: "eva", medium: "vinyl" },
      { name: "fito", medium: "tape" },
    ]);
    await from("artists").delete().in("name", ["eva", "fito"]);
  });

  test("gets an error for duplicates, missing parents, wrong types, unknown columns", async () => {
    expect(await from("artists").insert({ name: "ana" })).toMatchObject({
      status: 409,
      error: { code: "23505" },
    });
    expect(
      await from("recordings").insert({ title: "x", artist: "unknown", studio_id: 1 }),
    ).toMatchObject({
      status: 409,
      error: { code: "23503" },
    });
    expect(await from("studios").insert({ rooms: "many" })).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
    expect(await from("studios").insert({ colour: "red" })).toMatchObject({
      status: 400,
      error: { code: "PGRST204" },
    });
  });
});

describe("postgrest-js, basic: a visitor who upserts", () => {
  test("upserts by the primary key: 201 for new rows, 200 for existing ones", async () => {
    const day = "2026-05-01";
    const first = await from("plays").upsert({ artist: "ana", day, times: 1 }).select();
    expect(first).toMatchObject({ status: 201, data: [{ artist: "ana", day, times: 1 }] });
    const second = await from("plays").upsert({ artist: "ana", day, times: 7 }).select();
    expect(second).toMatchObject({ status: 200, data: [{ artist: "ana", day, times: 7 }] });
  });

  test("upserts by another unique key, or ignores duplicates", async () => {
    await world.server.sql`create unique index on public.moods (name)`;
    const renamed = await from("moods")
      .upsert({ id: 1, name: "calm" }, { onConflict: "name" })
      .select();
    expect(renamed.data).toEqual([{ id: 1, name: "calm" }]);
    const kept = await from("moods")
      .upsert({ id: 2, name: "other" }, { ignoreDuplicates: true })
      .select();
    expect(kept.data).toEqual([]);
    expect((await from("moods").select("name").eq("id", 2).single()).data).toEqual({
      name: "wild",
    });
  });
});

describe("postgrest-js, basic: a visitor who updates and deletes", () => {
  test("updates and counts the rows of the filter", async () => {
    const updated = await from("recordings")
      .update({ seconds: 99 }, { count: "exact" })
      .eq("artist", "ana");
    expect(updated).toMatchObject({ status: 204, count: 3, data: null });
    const none = await from("recordings").update({ seconds: 1 }).eq("id", -1).select();
    expect(none).toMatchObject({ status: 200, data: [] });
    const view = await from("loud_artists")
      .update({ nicknames: ["d"] })
      .eq("name", "dora")
      .select("name,nicknames");
    expect(view.data).toEqual([{ name: "dora", nicknames: ["d"] }]);
  });

  test("deletes with representation, and cannot delete without a filter", async () => {
    const removed = await from("duets").delete({ count: "exact" }).eq("id", 2).select("id,high");
    expect(removed).toMatchObject({ status: 200, count: 1, data: [{ id: 2, high: "ana" }] });
    expect(await from("duets").delete()).toMatchObject({ status: 400, error: { code: "21000" } });
    expect((await from("duets").select("id")).data).toEqual([{ id: 1 }]);
  });

  test("changes nothing when single() would change several rows", async () => {
    const { error } = await from("recordings")
      .update({ seconds: 5 })
      .eq("artist", "ana")
      .select()
      .single();
    expect(error).toMatchObject({ code: "PGRST116" });
    expect((await from("recordings").select("id").eq("seconds", 5)).data).toEqual([]);
  });

  test("changes nothing when more rows than max-affected would change", async () => {
    const update = await from("recordings")
      .update({ seconds: 6 })
      .eq("artist", "ana")
      .maxAffected(2);
    expect(update).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    const removal = await from("recordings").delete().eq("artist", "ana").maxAffected(2);
    expect(removal).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    expect(
      await from("recordings")
        .update({ seconds: 6 })
        .eq("artist", "bea")
        .select("id")
        .maxAffected(1),
    ).toMatchObject({
      data: [{ id: 4 }],
    });
    const call = await world.visitor
      .rpc("switch_medium", { like_name: "%", into_medium: "tape" })
      .maxAffected(1);
    expect(call).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    expect((await from("artists").select("name").eq("medium", "tape")).data).toEqual([
      { name: "bea" },
    ]);
  });
});
