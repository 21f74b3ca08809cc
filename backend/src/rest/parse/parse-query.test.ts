import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../http/api-error.ts";
import { parseQuery } from "./parse-query.ts";

describe("parseQuery", () => {
  it("reads a select with aliases, casts, JSON paths, nested and spread embeds", () => {
    const { select } = parseQuery(
      "?select=*,price::int,nick:config->profile->>name,seller:profiles!albums_user_id_fkey!inner(id,...label_id(*))",
      false,
    );
    expect(select).toEqual([
      { kind: "all" },
      { kind: "field", field: { name: "price", path: [] }, alias: undefined, cast: "int" },
      {
        kind: "field",
        alias: "nick",
        cast: undefined,
        field: {
          name: "config",
          path: [
            { arrow: "->", key: "profile" },
            { arrow: "->>", key: "name" },
          ],
        },
      },
      {
        kind: "embed",
        target: "profiles",
        alias: "seller",
        hint: "albums_user_id_fkey",
        inner: true,
        spread: false,
        items: [
          { kind: "field", field: { name: "id", path: [] }, alias: undefined, cast: undefined },
          {
            kind: "embed",
            target: "label_id",
            alias: undefined,
            hint: undefined,
            inner: false,
            spread: true,
            items: [{ kind: "all" }],
          },
        ],
      },
    ]);
  });

  it("reads filters on columns, on embedded resources and on JSON paths", () => {
    const { logic } = parseQuery(
      "?status=eq.Ready&albums.year=not.gte.2020&config->profile->>name=ilike.*uno*&id=in.(a,%22b,c%22)&price=is.null",
      false,
    );
    expect(logic.map(({ path }) => path)).toEqual([[], ["albums"], [], [], []]);
    expect(logic.map(({ value }) => value.kind === "filter" && value.condition)).toEqual([
      {
        kind: "compare",
        negated: false,
        operator: "eq",
        quantifier: undefined,
        value: "Ready",
      },
      { kind: "compare", negated: true, operator: "gte", quantifier: undefined, value: "2020" },
      { kind: "compare", negated: false, operator: "ilike", quantifier: undefined, value: "*uno*" },
      { kind: "in", negated: false, values: ["a", "b,c"] },
      { kind: "is", negated: false, value: "null" },
    ]);
  });

  it("reads nested logic with quoted values", () => {
    const { logic } = parseQuery(
      '?albums.not.or=(title.eq."a,b",and(year.gt.2000,not.and(year.lt.5,discs.in.(2,4))))',
      false,
    );
    expect(logic).toMatchObject([
      {
        path: ["albums"],
        value: {
          kind: "group",
          negated: true,
          operator: "or",
          terms: [
            { kind: "filter", field: { name: "title" }, condition: { value: "a,b" } },
            {
              kind: "group",
              operator: "and",
              terms: [
                { kind: "filter", field: { name: "year" } },
                {
                  kind: "group",
                  negated: true,
                  terms: [
                    { kind: "filter" },
                    { kind: "filter", condition: { values: ["2", "4"] } },
                  ],
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  it("reads orders and ranges, also of embedded resources", () => {
    const query = parseQuery(
      "?order=year.desc.nullslast,label(full_name)&albums.order=price&limit=5&offset=10&albums.limit=2",
      false,
    );
    expect(query.order).toEqual([
      {
        path: [],
        value: [
          { field: { name: "year", path: [] }, direction: "desc", nulls: "last" },
          {
            relation: "label",
            field: { name: "full_name", path: [] },
            direction: "asc",
            nulls: undefined,
          },
        ],
      },
      {
        path: ["albums"],
        value: [{ field: { name: "price", path: [] }, direction: "asc", nulls: undefined }],
      },
    ]);
    expect([...query.ranges.values()]).toEqual([
      { path: [], value: { offset: 10, limit: 5 } },
      { path: ["albums"], value: { offset: 0, limit: 2 } },
    ]);
  });

  it("distinguishes arguments of a function from filters on its result", () => {
    const query = parseQuery("?p_id=7&status=eq.Vendido&p_name=eq", true);
    expect([...query.args]).toEqual([
      ["p_id", "7"],
      ["p_name", "eq"],
    ]);
    expect(query.logic).toHaveLength(1);
  });

  it.each([
    ["?select=id,", "PGRST100"],
    ["?select=a(b", "PGRST100"],
    ["?select=id;drop", "PGRST100"],
    ["?select=views.sum()", "PGRST123"],
    ["?select=count()", "PGRST123"],
    ["?select=...id", "PGRST100"],
    [`?select=${"a(".repeat(40)}`, "PGRST100"],
    ["?id=1", "PGRST100"],
    ["?id=noop.1", "PGRST100"],
    ["?id=in.(1", "PGRST100"],
    ["?id=is.maybe", "PGRST100"],
    ["?or=(a.eq.1", "PGRST100"],
    [`?or=${"(and".repeat(40)}`, "PGRST100"],
    ["?order=id.up", "PGRST100"],
    ["?order=id.desc.asc", "PGRST100"],
    ["?limit=ten", "PGRST100"],
    ["?limit=-1", "PGRST103"],
    ['?columns=a"b', "PGRST100"],
  ])("rejects %s with %s", (search, code) => {
    expect(() => parseQuery(search, false)).toThrow(expect.objectContaining({ code }));
  });

  it("reports what is wrong and where", () => {
    expect(() => parseQuery("?id=noop.1", false)).toThrow(
      expect.objectContaining({
        status: 400,
        message: '"failed to parse filter (noop.1)" (line 1, column 1)',
        details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      }),
    );
  });

  it("only throws ApiErrors for any input", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."( ) , . : :: ! * \" \\ -> ->> { } ' ; -- %00 not and or in is eq id select albums inner".split(
          " ",
        ),
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    const key = fc.oneof(
      fc.constantFrom(
        "select",
        "order",
        "or",
        "and",
        "not.or",
        "limit",
        "offset",
        "columns",
        "on_conflict",
        "id",
        "albums.id",
        "albums.order",
        "albums.or",
      ),
      text,
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, text), { maxLength: 4 }),
        fc.boolean(),
        (pairs, isCall) => {
          const search = `?${new URLSearchParams(pairs.map(([name, value]) => [name, value]))}`;
          try {
            parseQuery(search, isCall);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
            expect((error as ApiError).status).toBeGreaterThanOrEqual(400);
            expect((error as ApiError).status).toBeLessThan(500);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
