import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecordsWorld, startRecords } from "../support/records.ts";

let world: RecordsWorld;

beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.server.stop());

const call = (
  name: string,
  args?: object,
  options?: { get?: boolean; head?: boolean; count?: "exact" },
) => world.visitor.rpc(name, args, options);

describe("postgrest-js, rpc: a visitor who calls a function", () => {
  test.each([{ get: false }, { get: true }])(
    "gets a scalar, a row, rows and nothing (get: $get)",
    async ({ get }) => {
      expect((await call("medium_of", { artist_name: "bea" }, { get })).data).toBe("tape");
      expect((await call("add_up", { a: 5 }, { get })).data).toBe(15);
      expect((await call("greet", {}, { get })).data).toBe("hello all");
      expect((await call("count_words", { words: ["a", "b"] }, { get })).data).toBe(2);
      expect((await call("first_artist", {}, { get })).data).toMatchObject({ name: "ana" });
      expect((await call("all_artists", {}, { get })).data).toHaveLength(4);
      expect((await call("card_of", { artist_name: "bea" }, { get })).data).toEqual([
        { name: "bea", medium: "tape" },
      ]);
      expect(await call("nothing", {}, { get })).toMatchObject({
        status: 204,
        data: null,
        error: null,
      });
    },
  );

  test("passes numbers above JavaScript's limit as text without loss", async () => {
    expect((await call("as_text", { big: "9223372036854775807" })).data).toBe(
      "9223372036854775807",
    );
  });

  test("selects, filters, orders, pages, counts and embeds in the result", async () => {
    const { data, count } = await world.visitor
      .rpc("all_artists", {}, { count: "exact" })
      .select("name,recordings(title)")
      .neq("name", "ana")
      .order("name", { ascending: false })
      .limit(2);
    expect({ data, count }).toEqual({
      data: [
        { name: "dora", recordings: [] },
        { name: "ciro", recordings: [] },
      ],
      count: 3,
    });
    expect((await world.visitor.rpc("all_artists").eq("name", "bea").single()).data).toMatchObject({
      name: "bea",
    });
    const head = await call("all_artists", {}, { head: true, count: "exact" });
    expect(head).toMatchObject({ data: null, count: 4 });
    expect((await world.visitor.rpc("card_of", { artist_name: "bea" }).csv()).data).toBe(
      "name,medium\nbea,tape",
    );
  });

  test("writes with POST, and cannot write with GET", async () => {
    const args = { like_name: "d%", into_medium: "tape" };
    expect(await call("switch_medium", args, { get: true })).toMatchObject({
      status: 405,
      error: { code: "25006" },
    });
    expect((await call("switch_medium", args)).data).toMatchObject([
      { name: "dora", medium: "tape" },
    ]);
  });

  test("gets the overload that matches, and an error if two match", async () => {
    expect((await call("settled", { a: "1" })).data).toBe("text");
    expect((await call("settled", { b: 1 })).data).toBe("number");
    expect(await call("torn", { a: "1" })).toMatchObject({
      status: 300,
      error: {
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: public.torn(a => integer), public.torn(a => text)",
      },
    });
  });

  test("passes the whole body to a function with one unnamed argument", async () => {
    expect((await call("echo_whole", { a: 1, b: [2] })).data).toEqual({ a: 1, b: [2] });
    expect((await call("echo_words", { "": "x" })).data).toBe('{"":"x"}');
  });

  test("gets an error for an unknown function, wrong arguments and a failure", async () => {
    expect(await call("ghost", { a: 1 })).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message: "Could not find the function public.ghost(a) in the schema cache",
        details:
          "Searched for the function public.ghost with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
      },
    });
    expect(await call("add_up", { b: 1 })).toMatchObject({
      status: 404,
      error: { code: "PGRST202" },
    });
    expect(await call("takes_integer", { "": 1 })).toMatchObject({
      status: 404,
      error: { code: "PGRST202" },
    });
    expect(await call("add_up", { a: "x" })).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
    expect(await call("fail_loudly")).toMatchObject({
      status: 400,
      error: { code: "P0001", message: "no", hint: "ask again", details: "later" },
    });
  });
});
