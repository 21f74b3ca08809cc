import { expect, test } from "vitest";
import { createPrepareRequest } from "./prepare-request.ts";
import type { Column, SchemaCache } from "./schema-cache/schema-cache.ts";

const price: Column = {
  name: "price",
  type: "text",
  isJson: false,
  fallback: null,
  readers: new Set(["anon"]),
  computedFrom: null,
};
const columns = new Map([[price.name, price]]);
const cars = { name: "cars", isView: false, readableView: null, columns, primaryKey: ["id"] };
const cache: SchemaCache = {
  version: 1,
  tables: new Map([[cars.name, cars]]),
  relationships: new Map(),
  routines: new Map(),
};

test("a repeated request is prepared once, and an oversized URL is not cached", async () => {
  const prepare = createPrepareRequest();
  const ask = (search: string) => {
    const header = () => undefined;
    return prepare(
      { method: "GET", path: "cars", search, header, body: async () => "" },
      "anon",
      cache,
    );
  };
  expect(await ask("?select=price")).toBe(await ask("?select=price"));
  const stars = `?select=${Array(500).fill("*")}`;
  expect((await ask(stars)).statement.text.length).toBeLessThan(1_000);
  const many = `?select=${Array.from({ length: 600 }, (_, n) => `a${n}:price`)}`;
  expect(await ask(many)).not.toBe(await ask(many));
});
