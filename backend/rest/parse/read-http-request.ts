import type { Context } from "hono";
import type { HttpRequest } from "./parse-request.ts";

/** What the parse stage needs of a request below `/rest/v1`. */
export function readHttpRequest({ req }: Context): HttpRequest {
  const address = new URL(req.url);
  const below = address.pathname.replace(/^.*?\/rest\/v1\/?/, "").replace(/\/$/, "");
  return {
    method: req.method,
    path: decode(below),
    search: address.search,
    header: (name) => req.header(name),
    body: () => req.text(),
  };
}

/** A path that is no UTF-8 names nothing; it stays as it is and is not found. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
