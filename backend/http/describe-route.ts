import type { Context } from "hono";
import { routePath } from "hono/route";

const kept = "pageRoute";

/** Says which page a request asks for, since the site's router alone knows its patterns. */
export function namePage(context: Context, pattern: string): void {
  context.set(kept, pattern);
}

/**
 * The pattern of what a request asked for, such as `/i/:publicSlug` or `/rest/v1/books`: never a
 * name, an id, a file or a query, which can be a person's.
 */
export function describeRoute(context: Context, status: number): string {
  const page: unknown = context.get(kept);
  if (typeof page === "string") return page;
  const pattern = routePath(context);
  if (pattern === "/*" || pattern === "*") return fileRoute(context.req.path);
  return status === 404 ? pattern : withOurNames(pattern, context.req.path);
}

/** Names of tables and functions are ours, as long as they were found. */
function withOurNames(pattern: string, path: string): string {
  if (pattern === "/rest/v1/*") return /^\/rest\/v1\/(rpc\/)?[a-z_]+$/.test(path) ? path : pattern;
  if (pattern === "/functions/v1/:name")
    return /^\/functions\/v1\/[a-z-]+$/.test(path) ? path : pattern;
  return pattern;
}

function fileRoute(path: string): string {
  return path.startsWith("/assets/") ? "/assets/*" : "/*";
}
