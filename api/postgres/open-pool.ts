import postgres from "postgres";
import { arrayTypes } from "./array-types.ts";

/**
 * Opens a postgres.js pool for a PostgreSQL URL. A Unix socket is written as libpq does, `postgres://user@%2Fpath%2Fof%2Fsocket/database`,
 * which pg (graphile-worker) reads by itself and postgres.js does not. Connects at the first query.
 */
export function openPool(url: string, options: postgres.Options<Record<string, never>> = {}) {
  const host = decodeURIComponent(new URL(url).hostname);
  return postgres(url, {
    onnotice: () => undefined,
    fetch_types: false,
    types: arrayTypes,
    ...options,
    ...(host.startsWith("/") ? { host } : {}),
  });
}
