import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "./routes.ts";

const guards: Record<string, string> = {
  "routes/session/guest-layout.tsx": "guest",
  "routes/member/member-layout.tsx": "member",
  "routes/member/team-layout.tsx": "dealer",
  "routes/admin/admin-layout.tsx": "admin",
};

/** Each page's path with the guard of the innermost layout around it. */
function listGuarded(
  entries: RouteConfigEntry[],
  around = "none",
): [path: string, guard: string][] {
  return entries.flatMap(({ path = "", file, children }) => {
    const guard = guards[file] ?? around;
    return children ? listGuarded(children, guard) : [[path, guard] as [string, string]];
  });
}

/** The guard that a page's path calls for. */
function expectedGuard(path: string): string {
  if (path.startsWith("admin/")) return "admin";
  if (path === "team" || path.startsWith("team/")) return "dealer";
  if (/^(login|create-admin|forgot-password)$/.test(path)) return "guest";
  const isPrivate =
    /^(dashboard|vehicle|add-vehicle|edit-vehicle|inventory|sales|inventory-health|leads|settings)\b/;
  return isPrivate.test(path) ? "member" : "none";
}

test("every page has the guard of its audience", () => {
  const guarded = listGuarded(routes);
  expect(guarded).toEqual(guarded.map(([path]) => [path, expectedGuard(path)]));
  const counts = Object.values(guards).map(
    (name) => guarded.filter(([, of]) => of === name).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(1);
});
