import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../http/api-error.ts";
import { type HttpRequest, parseRequest } from "../parse/parse-request.ts";
import { buildRelationships } from "../schema-cache/load-schema-cache.ts";
import type { Column, SchemaCache, Table } from "../schema-cache/schema-cache.ts";
import { writeStatement } from "./write-statement.ts";

const everybody = ["anon", "authenticated", "service_role"];
const shops = [
  column("id", "uuid"),
  column("name", "text"),
  column("boss_id", "uuid"),
  column("config", "jsonb"),
  column("email", "text", ["service_role"]),
];
const cars = [
  column("id", "uuid", everybody, "gen_random_uuid()"),
  column("shop_id", "uuid"),
  column("seller_id", "uuid"),
  column("price", "text"),
];
const cache = schemaOf([
  table("shops", shops),
  table("cars", cars),
  table("secrets", [column("shop_id", "uuid", [])]),
]);

describe("writeStatement", () => {
  it("writes a read with an embed as one statement, every value a parameter", async () => {
    const { text, values } = await write(
      "GET",
      "cars",
      "?select=price,shop:shops!cars_shop_id_fkey(name)&price=eq.7&order=price.desc&limit=3",
    );
    expect(text).toBe(
      refusedWhereLarge(
        `select coalesce(json_agg(r.*)::text, '[]') as body, count(*)::int4 as row_count, null::int4 as total, null::int4 as inserted from (` +
          `select t0."price" as "price", (select row_to_json(r.*) from (select t1."name" as "name" from public."shops" as t1 where t0."shop_id" = t1."id") as r) as "shop"` +
          ` from public."cars" as t0 where t0."price" = $1 order by t0."price" desc limit $2) as r`,
      ),
    );
    expect(values).toEqual(["7", "3"]);
  });

  it("counts for HEAD without rows or order, but references all that a GET would", async () => {
    const { text, values } = await write(
      "HEAD",
      "cars",
      "?select=price,shop:shops!cars_shop_id_fkey(email)&shop.name=eq.x&price=eq.7&order=seller_id&limit=3",
    );
    expect(text).toBe(
      refusedWhereLarge(
        `select coalesce((select r::text from (` +
          `select t0."price" as "price", (select row_to_json(r.*) from (select t1."email" as "email" from public."shops" as t1 where t0."shop_id" = t1."id" and t1."name" = $1) as r) as "shop"` +
          ` from public."cars" as t0 order by t0."seller_id" asc limit 0) as r), '') as body, count(*)::int4 as row_count, null::int4 as total, null::int4 as inserted` +
          ` from (select 1 from public."cars" as t0 where t0."price" = $2 limit $3) as r`,
      ),
    );
    expect(values).toEqual(["x", "7", "3"]);
  });

  it("limits the response size only if there can be many or large rows", async () => {
    for (const [select, isBounded] of [
      ["id,price", true],
      ["id,price&limit=100", false],
      ["id,a:price,b:price&limit=1", true],
      ["id,shop_id,shops!cars_shop_id_fkey!inner()&limit=100", false],
      ["id,shops!cars_shop_id_fkey(name)", true],
      ["id,shops!cars_shop_id_fkey(name)&limit=100", false],
      ["id,shops!cars_shop_id_fkey(name)&limit=101", true],
      ["id,shops!cars_shop_id_fkey(a:name,b:name)&limit=1", true],
      ["id,shops!cars_shop_id_fkey(cars!cars_shop_id_fkey(id))&limit=1", true],
      [
        `id,${Array.from({ length: 6 }, (_, at) => `d${at}:shops!cars_shop_id_fkey(name)`)}&limit=1`,
        true,
      ],
    ] as const) {
      const { text } = await write("GET", "cars", `?select=${select}`);
      expect([select, text.includes("pg_column_size")]).toEqual([select, isBounded]);
    }
  });

  it("expands * to the columns that the role may read", async () => {
    const { text } = await write("GET", "shops", "");
    expect(text).toContain(
      `select t0."id" as "id", t0."name" as "name", t0."boss_id" as "boss_id", t0."config" as "config" from`,
    );
  });

  it("lets PostgreSQL reject a role that may read no column", async () => {
    const { text } = await write("GET", "secrets", "");
    expect(text).toContain("select t0.* from");
  });

  it("embeds self-references: children by table name, the parent by column", async () => {
    const { text } = await write("GET", "shops", "?select=name,boss:boss_id(name),shops(name)");
    expect(text).toContain(`where t0."boss_id" = t1."id"`);
    expect(text).toContain(`where t0."id" = t2."boss_id"`);
  });

  it("filters the parent by an inner embed", async () => {
    const { text } = await write(
      "GET",
      "shops",
      "?select=name,cars!cars_shop_id_fkey!inner(id)&cars.price=is.null",
    );
    expect(text).toContain(
      `where exists (select 1 from public."cars" as t1 where t0."id" = t1."shop_id" and t1."price" is null)`,
    );
  });

  it("sends only used values, and each once", async () => {
    const embed = "?select=name,cars!cars_shop_id_fkey";
    expect(await write("GET", "shops", `${embed}()&cars.price=eq.7`)).toMatchObject({
      text: expect.not.stringContaining("$"),
      values: [],
    });
    const { text, values } = await write("GET", "shops", `${embed}!inner(id)&cars.price=eq.7`);
    expect(text.match(/\$\d+/g)).toEqual(["$1", "$1"]);
    expect(values).toEqual(["7"]);
  });

  it("inserts many rows with one parameter", async () => {
    const body = JSON.stringify([{ price: "1" }, { price: "2" }]);
    const { text, values } = await write("POST", "cars", "?columns=price", body);
    expect(text).toContain(
      `insert into public."cars" as t0 ("price") select body."price" from json_to_recordset($1::json) as body ("price" text) returning 1`,
    );
    expect(values).toEqual([body]);
  });

  it("fills missing columns with defaults on request", async () => {
    const { text } = await write("POST", "cars", "?columns=id,price", `[{"price":"1"}]`, {
      prefer: "missing=default",
    });
    expect(text).toContain("jsonb_build_object($2::text, gen_random_uuid()) || sent.value");
  });

  it.each([
    ["GET", "cars", "?select=horn", "42703"],
    ["GET", "cars", "?horn=eq.1", "42703"],
    ["GET", "cars", "?order=horn", "42703"],
    ["GET", "cars", "?select=price::regclass", "42704"],
    ["GET", "cars", "?select=owners(*)", "PGRST200"],
    ["GET", "shops", "?select=secrets(*)", "PGRST200"],
    ["GET", "cars", "?select=shops(*)", "PGRST201"],
    ["GET", "cars", "?shops.name=eq.1", "PGRST108"],
    ["GET", "shops", "?select=cars!cars_shop_id_fkey(*)&order=cars(price)", "PGRST118"],
    ["GET", "shops", "?select=cars!cars_shop_id_fkey(*)&cars=eq.1", "PGRST120"],
    ["GET", "shops", `?select=${"shops(".repeat(3)}id${")".repeat(3)}`, "PGRST127"],
    ["GET", "shops", `?select=${Array(17).fill("boss_id(id)").join(",")}`, "PGRST127"],
    ["GET", "boats", "", "PGRST205"],
    ["GET", `cars";drop table cars`, "", "PGRST205"],
    ["PATCH", "cars", "", "21000"],
    ["PATCH", "cars", "?shops.name=eq.1", "PGRST127"],
    ["DELETE", "shops", "?select=cars!cars_shop_id_fkey(*)&cars.price=eq.1", "PGRST127"],
    ["DELETE", "shops", "?id=eq.1&limit=1", "PGRST114"],
    ["POST", "cars", "?columns=horn", "PGRST204"],
    ["POST", "cars", "?on_conflict=horn", "42703"],
    ["POST", "rpc/honk", "", "PGRST202"],
  ] as const)("rejects %s %s%s with %s", async (method, path, search, code) => {
    await expect(write(method, path, search, "{}")).rejects.toMatchObject({ code });
  });

  it("puts no caller input into the SQL except quoted aliases", async () => {
    const odd = fc.stringMatching(/^[zZ"'\\;()-]{1,12}zz[zZ"'\\;()-]{1,12}$/);
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (value, key, alias) => {
        const search = new URLSearchParams([
          ["select", `${JSON.stringify(alias)}:config->${JSON.stringify(key)}`],
          ["name", `eq.${value}`],
          [
            "or",
            `(name.in.(${JSON.stringify(value)}),config->>${JSON.stringify(key)}.like.${JSON.stringify(value)})`,
          ],
        ]);
        const { text } = await write("GET", "shops", `?${search}`);
        const quoted = `"${alias.replaceAll('"', '""')}"`;
        expect(text.replaceAll(quoted, "")).not.toMatch(/zz/i);
      }),
      { numRuns: 300 },
    );
  });

  it("returns a statement or an ApiError for any mix of names", async () => {
    const word = fc.constantFrom(
      "id",
      "name",
      "price",
      "config->a->>b",
      "*",
      "shops",
      "cars",
      "boss_id",
      "cars_shop_id_fkey",
      "x",
      "",
    );
    const select = fc.letrec<{ list: string; item: string }>((tie) => ({
      list: fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((items) => items.join(",")),
      item: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        word,
        fc.tuple(word, tie("list")).map(([name, list]) => `${name}(${list})`),
        fc
          .tuple(word, word, tie("list"))
          .map(([name, hint, list]) => `${name}!${hint}!inner(${list})`),
      ),
    })).list;
    await fc.assert(
      fc.asyncProperty(select, word, word, async (list, filter, order) => {
        const search = new URLSearchParams({ select: list, [filter]: "eq.1", order });
        const outcome = await write("GET", "cars", `?${search}`).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ApiError);
        else expect(outcome).toMatchObject({ text: expect.stringContaining("select") });
      }),
      { numRuns: 1500 },
    );
  });
});

async function write(
  method: string,
  path: string,
  search: string,
  body = "",
  headers: Record<string, string> = {},
) {
  const http: HttpRequest = {
    method,
    path,
    search,
    header: (name) => headers[name],
    body: async () => body,
  };
  const request = await parseRequest(http);
  return writeStatement(cache, "anon", request);
}

/** A read as it is sent, with the limit of the response size. */
function refusedWhereLarge(made: string): string {
  return `/* anon 1 */ select case when octet_length(page.body) > 67108864 then private.refuse_large_answer()::text else page.body end as body, page.row_count, page.total, page.inserted from (${made}) as page`;
}

function column(
  name: string,
  type: string,
  readers = everybody,
  fallback: string | null = null,
): Column {
  const isJson = type === "jsonb";
  return { name, type, isJson, fallback, readers: new Set(readers), computedFrom: null };
}

function table(name: string, columns: Column[]): Table {
  const byName = new Map(columns.map((each) => [each.name, each]));
  return { name, isView: false, readableView: null, columns: byName, primaryKey: ["id"] };
}

function schemaOf(list: Table[]): SchemaCache {
  const tables = new Map(list.map((each) => [each.name, each]));
  const keys = [
    ["cars", "shop_id"],
    ["cars", "seller_id"],
    ["shops", "boss_id"],
    ["secrets", "shop_id"],
  ] as const;
  const relationships = buildRelationships(
    tables,
    keys.map(([from, own]) => ({
      constraint: `${from}_${own}_fkey`,
      from,
      to: "shops",
      columns: [[own, "id"]],
      isUnique: false,
    })),
    [],
  );
  return { version: 1, tables, relationships, routines: new Map() };
}
