import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PublicSlug } from "#contract/accounts/settings.ts";
import routes from "#web/routes.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a public page cannot have the first segment of a route as its slug", async () => {
  const words = new Set(routes.flatMap(firstWordsOf).filter(isSlug));
  expect(words.size).toBeGreaterThan(20);
  const free = await world.sql<{ word: string }[]>`
    select word from unnest(${[...words]}::text[]) as word where not private.is_reserved_word(word)`;
  expect(free.map(({ word }) => word)).toEqual([]);
});

function firstWordsOf({ path, children = [] }: RouteConfigEntry): string[] {
  return path ? [path.split(/[/.]/)[0] ?? ""] : children.flatMap(firstWordsOf);
}

function isSlug(word: string): boolean {
  return word !== "" && PublicSlug.safeParse(word).success;
}
