/** A route as React Router's server build lists it: by id, each below its parent. */
export type ListedRoutes = Record<string, { parentId?: string; path?: string } | undefined>;

/**
 * Gives the pattern of the page that a path leads to, such as `/i/:publicSlug`; `*` for one that
 * leads nowhere.
 */
export function nameRoutes(routes: ListedRoutes): (path: string) => string {
  const patterns = Object.keys(routes).map((id) => fullPath(routes, id));
  const known = [...new Set(patterns)]
    .filter((pattern) => !pattern.endsWith("*"))
    .sort((a, b) => countOpen(a) - countOpen(b) || b.length - a.length)
    .map((pattern) => ({ pattern, fits: toExpression(pattern) }));
  return (path) => {
    const page = withoutLastSlashes(path.replace(/\.data$/, "")).replace(/^\/_root$/, "") || "/";
    return known.find(({ fits }) => fits.test(page))?.pattern ?? "*";
  };
}

/** An expression for it would begin anew at each of thousands of slashes. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function fullPath(routes: ListedRoutes, id: string): string {
  const route = routes[id];
  const above = route?.parentId === undefined ? "" : fullPath(routes, route.parentId);
  if (!route?.path) return above || "/";
  return `${above.replace(/\/$/, "")}/${route.path}`;
}

function countOpen(pattern: string): number {
  return pattern.split(":").length;
}

function toExpression(pattern: string): RegExp {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/:\w+/g, "[^/]+")}$`);
}
