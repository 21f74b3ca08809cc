import postgres from "postgres";
import { arrayTypes } from "./array-types.ts";
import { dropHoles } from "./drop-holes.ts";
import { readAddress } from "./read-address.ts";

/**
 * Opens a postgres.js pool for a PostgreSQL URL. A Unix socket is written as libpq does, `postgres://user@%2Fpath%2Fof%2Fsocket/database`,
 * which pg (graphile-worker) reads by itself and postgres.js does not; nor does that read an address of IPv6. Connects at the first query.
 */
export function openPool(url: string, options: postgres.Options<Record<string, never>> = {}) {
  const address = readAddress(url);
  const sql = postgres(address.url, {
    ssl: address.tls ?? false,
    onnotice: () => undefined,
    fetch_types: false,
    types: arrayTypes,
    ...options,
    ...nameHost(new URL(address.url)),
  });
  // A statement that nobody awaits is never sent.
  const statement: object = Object.getPrototypeOf(sql.unsafe(""));
  forgetOrigins(statement);
  dropHoles(statement);
  return sql;
}

/** What the library would read wrongly in the URL. It looks for colons in the name of one host, and not in those of several, of which its types know nothing. */
function nameHost({ hostname, port }: URL): object {
  const host = decodeURIComponent(hostname);
  if (host.startsWith("/")) return { host };
  if (host.startsWith("[")) return { host: [host.slice(1, -1)], port: [Number(port || 5432)] };
  return {};
}

/**
 * Where a statement was written down, for an error's stack, is what postgres.js 3.4.9 keeps for ever under the text of each `unsafe` statement that fails, and finds
 * nothing under: a visitor whose statements all fail would fill the memory with their texts. All statements of the library have one prototype.
 */
function forgetOrigins(statement: object): void {
  Object.defineProperty(statement, "origin", { get: () => "", configurable: true });
}
