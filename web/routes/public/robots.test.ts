import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#web/routes.ts";
import { DISALLOWED_PATHS } from "./robots.ts";

const pages = routes.flatMap(pathsOf);

function pathsOf(route: RouteConfigEntry): { path: string; isPrivate: boolean }[] {
  const isPrivate = route.file === "routes/session/session-layout.tsx";
  const own = route.path ? [{ path: `/${route.path}`, isPrivate }] : [];
  const below = (route.children ?? []).flatMap(pathsOf);
  return [...own, ...below.map((page) => ({ ...page, isPrivate: isPrivate || page.isPrivate }))];
}

test("a robot is kept from all pages behind the sign-in and from no public one", () => {
  expect(pages.length).toBeGreaterThan(25);
  for (const { path, isPrivate } of pages) {
    const isDisallowed = DISALLOWED_PATHS.some((start) => path.startsWith(start));
    expect({ path, isDisallowed }).toEqual({ path, isDisallowed: isPrivate });
  }
});
