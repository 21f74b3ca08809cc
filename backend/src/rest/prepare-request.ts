import { LRUCache } from "lru-cache";
import type { Role } from "../postgres/caller-statement.ts";
import { requirePlainPatterns } from "./parse/parse-filter.ts";
import { type HttpRequest, onlyReads, parseRequest } from "./parse/parse-request.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";
import { writeStatement } from "./sql/write-statement.ts";

/** Our own pages ask for less; of the longest addresses that are let in, 300 would hold 60 MB. */
const remembering = { max: 300, maxEntrySize: 20_000 };

/**
 * Parse and write. What a GET or HEAD becomes follows from its address, a few headers, the role
 * and the schema alone, so the latest are remembered: pages ask the same few addresses over and
 * over. Throws the ApiErrors of both stages.
 */
export function createPrepareRequest() {
  const remembered = new LRUCache<string, PreparedRequest>({
    ...remembering,
    // What a request and its statement take grows with the address.
    sizeCalculation: ({ statement }, key) => statement.text.length + 5 * key.length,
  });
  return async (http: HttpRequest, role: Role, cache: SchemaCache): Promise<PreparedRequest> => {
    if (!onlyReads(http)) return prepare(http, role, cache);
    const key = keyOf(http, role, cache);
    const known = remembered.get(key);
    if (known) return known;
    const prepared = await prepare(http, role, cache);
    remembered.set(key, prepared);
    return prepared;
  };
}

/** A request that only has to be run: what was asked, and its SQL. */
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
