import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecordsWorld, startRecords } from "../support/records.ts";

let world: RecordsWorld;

beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.server.stop());

const artists = () => world.visitor.from("artists");

/** The names of the artists that match a filter, in order. */
async function names(
  filter: (query: ReturnType<typeof selectNames>) => PromiseLike<unknown>,
): Promise<unknown> {
  const answer = (await filter(selectNames())) as { data: { name: string }[]; error: unknown };
  return answer.error ?? answer.data.map(({ name }) => name);
}
const selectNames = () => artists().select("name").order("name");

describe("postgrest-js, basic: a visitor who selects", () => {
  test("gets enums, ranges, arrays, JSON and text search vectors as PostgREST does", async () => {
    const { data, error, status, statusText, count } = await artists().select().eq("name", "ana");
    expect({ data, error, status, statusText, count }).toEqual({
      data: [
        {
          name: "ana",
          active: "[1,2)",
          medium: "vinyl",
          nicknames: ["anita", "nana"],
          style: "'cat' 'fat'",
          facts: { band: { size: 3, city: "Lima" }, hits: [5, 8] },
        },
      ],
      error: null,
      status: 200,
      statusText: "OK",
      count: null,
    });
  });

  test("gets renamed and cast columns, and columns with names that need quotes", async () => {
    const { data } = await world.visitor
      .from("oddities")
      .select('key:id::text,"with space",words')
      .order("id")
      .limit(1);
    expect(data).toEqual([{ key: "1", "with space": "uno", words: ["one", "two"] }]);
  });

  test("gets parts of JSON as JSON and as text, and orders and filters by them", async () => {
    const { data } = await artists()
      .select("facts->band,city:facts->band->>city,hit:facts->hits->0")
      .eq("facts->band->>size", "3");
    expect(data).toEqual([{ band: { size: 3, city: "Lima" }, city: "Lima", hit: 5 }]);
    const ordered = await artists().select("name").order("facts->band->>city").limit(1);
    expect(ordered.data).toEqual([{ name: "ana" }]);
  });

  test.each(["exact", "planned", "estimated"] as const)(
    "counts with count=%s, also without rows",
    async (count) => {
      expect(await artists().select("name", { count })).toMatchObject({ count: 4 });
      const head = await artists().select("name", { count, head: true });
      expect(head).toMatchObject({ count: 4, data: null, error: null, status: 200 });
      const part = await artists().select("name", { count }).limit(1);
      expect(part).toMatchObject({ count: 4, status: 206 });
    },
  );

  test("gets an estimate above 10,000 rows with count=estimated", async () => {
    const { sql } = world.server;
    await sql`insert into public.artists (name) select 'many ' || n from generate_series(1, 10100) as n`;
    await sql`analyze public.artists`;
    const many = (count: "exact" | "planned" | "estimated") =>
      artists().select("name", { count }).like("name", "many%").limit(1);
    expect(await many("exact")).toMatchObject({ count: 10_100 });
    for (const guess of ["planned", "estimated"] as const) {
      const { count } = await many(guess);
      expect(count).toBeGreaterThan(9_000);
      expect(count).toBeLessThan(11_000);
    }
    await sql`delete from public.artists where name like 'many %'`;
  });

  test("reads views, and gets an error for unknown tables, columns and schemas", async () => {
    expect((await world.visitor.from("loud_artists").select("name")).data).toHaveLength(3);
    expect(await world.visitor.from("ghosts").select()).toMatchObject({
      status: 404,
      error: {
        code: "PGRST205",
        message: "Could not find the table 'public.ghosts' in the schema cache",
      },
    });
    expect(await artists().select("ghost")).toMatchObject({
      status: 400,
      error: { code: "42703", message: "column artists.ghost does not exist" },
    });
    expect(await world.visitor.schema("private").from("artists").select()).toMatchObject({
      status: 406,
      error: { code: "PGRST106" },
    });
  });

  test("gets an error for aggregates in every syntax", async () => {
    for (const select of ["rooms.sum()", "count()", "recordings(count)", "city,rooms.max()"]) {
      expect(await world.visitor.from("studios").select(select)).toMatchObject({
        status: 400,
        error: { code: "PGRST123", message: "Use of aggregate functions is not allowed" },
      });
    }
  });
});

describe("postgrest-js, filters: a visitor gets the matching rows", () => {
  test("by comparison", async () => {
    expect(await names((query) => query.eq("name", "bea"))).toEqual(["bea"]);
    expect(await names((query) => query.neq("name", "bea"))).toEqual(["ana", "ciro", "dora"]);
    expect(await names((query) => query.gt("name", "bea"))).toEqual(["ciro", "dora"]);
    expect(await names((query) => query.gte("name", "bea"))).toEqual(["bea", "ciro", "dora"]);
    expect(await names((query) => query.lt("name", "bea"))).toEqual(["ana"]);
    expect(await names((query) => query.lte("name", "bea"))).toEqual(["ana", "bea"]);
    expect(await names((query) => query.eq("medium", "tape"))).toEqual(["bea"]);
    expect(await names((query) => query.eq("medium", "wax"))).toMatchObject({ code: "22P02" });
  });

  test("by pattern, by any and all of several patterns, and by regular expression", async () => {
    expect(await names((query) => query.like("name", "%o%"))).toEqual(["ciro", "dora"]);
    expect(await names((query) => query.ilike("name", "%A"))).toEqual(["ana", "bea", "dora"]);
    expect(await names((query) => query.likeAllOf("name", ["%o%", "c%"]))).toEqual(["ciro"]);
    expect(await names((query) => query.likeAnyOf("name", ["a%", "d%"]))).toEqual(["ana", "dora"]);
    expect(await names((query) => query.ilikeAllOf("name", ["%A%", "B%"]))).toEqual(["bea"]);
    expect(await names((query) => query.ilikeAnyOf("name", ["A%", "B%"]))).toEqual(["ana", "bea"]);
    expect(await names((query) => query.regexMatch("name", "^[ab]"))).toEqual(["ana", "bea"]);
    expect(await names((query) => query.regexIMatch("name", "^[AB]"))).toEqual(["ana", "bea"]);
  });

  test("by in, not in, and is null", async () => {
    expect(await names((query) => query.in("name", ["ana", "dora", "x,y"]))).toEqual([
      "ana",
      "dora",
    ]);
    expect(await names((query) => query.notIn("name", ["ana", "dora"]))).toEqual(["bea", "ciro"]);
    expect(await names((query) => query.in("medium", ["tape"]))).toEqual(["bea"]);
    expect(await names((query) => query.is("facts", null))).toEqual(["bea", "ciro", "dora"]);
    expect(await names((query) => query.not("facts", "is", null))).toEqual(["ana"]);
    expect(await names((query) => query.isDistinct("medium", "vinyl"))).toEqual(["bea"]);
  });

  test("by the content of arrays, JSON and ranges", async () => {
    expect(await names((query) => query.contains("nicknames", ["nana"]))).toEqual(["ana"]);
    expect(await names((query) => query.containedBy("nicknames", ["b", "c"]))).toEqual([
      "bea",
      "ciro",
    ]);
    expect(await names((query) => query.overlaps("nicknames", ["b", "nana"]))).toEqual([
      "ana",
      "bea",
    ]);
    expect(await names((query) => query.contains("facts", { band: { size: 3 } }))).toEqual(["ana"]);
    expect(await names((query) => query.contains("active", "[26,27)"))).toEqual([
      "bea",
      "ciro",
      "dora",
    ]);
    expect(await names((query) => query.overlaps("active", "[1,22)"))).toEqual(["ana", "dora"]);
    expect(await names((query) => query.rangeLt("active", "[2,25)"))).toEqual(["ana"]);
    expect(await names((query) => query.rangeGt("active", "[2,20)"))).toEqual([
      "bea",
      "ciro",
      "dora",
    ]);
    expect(await names((query) => query.rangeGte("active", "[25,30)"))).toEqual(["bea", "ciro"]);
    expect(await names((query) => query.rangeLte("active", "[2,30)"))).toEqual(["ana", "dora"]);
    expect(await names((query) => query.rangeAdjacent("active", "[2,20)"))).toEqual([
      "ana",
      "dora",
    ]);
  });

  test("by text search, in each of its four languages", async () => {
    expect(await names((query) => query.textSearch("style", "fat & !rat"))).toEqual(["ana"]);
    expect(await names((query) => query.textSearch("style", "fat rat", { type: "plain" }))).toEqual(
      ["dora"],
    );
    expect(
      await names((query) =>
        query.textSearch("style", "cat", { type: "phrase", config: "english" }),
      ),
    ).toEqual(["ana", "bea"]);
    expect(
      await names((query) => query.textSearch("style", "cat or rat", { type: "websearch" })),
    ).toEqual(["ana", "bea", "ciro", "dora"]);
  });

  test("by match, or, not, and nested groups", async () => {
    expect(await names((query) => query.match({ medium: "vinyl", name: "ana" }))).toEqual(["ana"]);
    expect(await names((query) => query.or("name.eq.ana,medium.eq.tape"))).toEqual(["ana", "bea"]);
    expect(
      await names((query) => query.or("and(name.gt.b,medium.eq.vinyl),not.and(name.neq.ana)")),
    ).toEqual(["ana", "ciro", "dora"]);
    expect(await names((query) => query.filter("nicknames", "cs", "{b}"))).toEqual(["bea"]);
    expect(await names((query) => query.not("name", "in", "(ana,bea)"))).toEqual(["ciro", "dora"]);
  });
});

describe("postgrest-js, transforms: a visitor who shapes the response", () => {
  test("orders by several columns, nulls first or last", async () => {
    const studios = world.visitor.from("studios").select("city");
    expect((await studios.order("rooms", { ascending: false, nullsFirst: false })).data).toEqual(
      ["Quito", "Lima", "Cali"].map((city) => ({ city })),
    );
    const { data } = await artists()
      .select("name")
      .order("medium")
      .order("name", { ascending: false });
    expect(data?.map(({ name }) => name)).toEqual(["dora", "ciro", "ana", "bea"]);
  });

  test("gets a range, an empty range after the last row, and an error if invalid", async () => {
    expect((await selectNames().range(1, 2)).data).toEqual([{ name: "bea" }, { name: "ciro" }]);
    expect((await selectNames().limit(1)).data).toEqual([{ name: "ana" }]);
    expect((await selectNames().range(9, 12)).data).toEqual([]);
    expect(await artists().select("name", { count: "exact" }).range(9, 12)).toMatchObject({
      status: 416,
      error: { code: "PGRST103" },
    });
  });

  test("gets one row as an object, and an error unless there is exactly one", async () => {
    expect((await artists().select("name").eq("name", "ana").single()).data).toEqual({
      name: "ana",
    });
    expect(await artists().select("name").single()).toMatchObject({
      status: 406,
      error: { code: "PGRST116", details: "The result contains 4 rows" },
    });
    expect(await artists().select("name").eq("name", "x").maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect(await artists().select("name").maybeSingle()).toMatchObject({
      data: null,
      error: { code: "PGRST116" },
    });
  });

  test("gets CSV with a header and quotes where needed", async () => {
    const { data } = await artists()
      .select("name,active,facts")
      .in("name", ["ana", "bea"])
      .order("name")
      .csv();
    expect(data).toBe(
      `name,active,facts\nana,"[1,2)","{""band"": {""city"": ""Lima"", ""size"": 3}, ""hits"": [5, 8]}"\nbea,"[25,35)",`,
    );
    const none = await world.visitor.from("oddities").select('"with space",id').eq("id", 9).csv();
    expect(none.data).toBe("with space,id\n");
  });

  test("gets rows without nulls", async () => {
    const { data } = await artists().select("name,facts").eq("name", "bea").stripNulls();
    expect(data).toEqual([{ name: "bea" }]);
  });

  test("can abort a request, and have errors thrown", async () => {
    const controller = new AbortController();
    controller.abort();
    const { error } = await artists().select().abortSignal(controller.signal);
    expect(error?.message).toContain("AbortError");
    await expect(artists().select("ghost").throwOnError()).rejects.toMatchObject({ code: "42703" });
  });

  test("gets an error for plans, GeoJSON and a rolled-back transaction", async () => {
    expect(await artists().select().explain()).toMatchObject({
      status: 406,
      error: { code: "PGRST107" },
    });
    expect(await artists().select().geojson()).toMatchObject({
      status: 406,
      error: { code: "PGRST107" },
    });
    expect(await artists().delete().eq("name", "ana").rollback()).toMatchObject({
      status: 400,
      error: { code: "PGRST122" },
    });
    expect((await artists().select("name")).data).toHaveLength(4);
  });
});
