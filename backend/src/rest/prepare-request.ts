import { LRUCache } from "lru-cache";
import type { Role } from "../postgres/caller-statement.ts";
import { requirePlainPatterns } from "./parse/parse-filter.ts";
import { type HttpRequest, onlyReads, parseRequest } from "./parse/parse-request.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";
import { writeStatement } from "./sql/write-statement.ts";

/** Our own pages need less. 300 entries of the longest permitted URLs would take 60 MB. */
const cacheLimits = { max: 300, maxEntrySize: 20_000 };

/**
 * Parses a request and writes its SQL. For GET and HEAD the result only depends on the URL, a few
 * headers, the role and the schema, so recent ones are cached: pages repeat the same few URLs.
 * Throws the ApiErrors of both stages.
 */
export function createPrepareRequest() {
  const recent = new LRUCache<string, PreparedRequest>({
    ...cacheLimits,
    // The size of a request and its statement grows with the URL.
    sizeCalculation: ({ statement }, key) => statement.text.length + 5 * key.length,
  });
  return async (http: HttpRequest, role: Role, cache: SchemaCache): Promise<PreparedRequest> => {
    if (!onlyReads(http)) return prepare(http, role, cache);
    const key = keyOf(http, role, cache);
    const known = recent.get(key);
    if (known) return known;
    const prepared = await prepare(http, role, cache);
    recent.set(key, prepared);
    return prepared;
  };
}

/** A parsed request with its SQL. */
type PreparedRequest = Awaited<ReturnType<typeof prepare>>;

async function prepare(http: HttpRequest, role: Role, cache: SchemaCache) {
  const request = await parseRequest(http);
  if (role !== "service_role") requirePlainPatterns(request.query.logic);
  return { request, statement: writeStatement(cache, role, request) };
}

function keyOf(http: HttpRequest, role: Role, { version }: SchemaCache): string {
  const headers = ["accept", "accept-profile", "prefer", "range"].map((name) => http.header(name));
  return JSON.stringify([version, role, http.method, http.path, http.search, ...headers]);
}
