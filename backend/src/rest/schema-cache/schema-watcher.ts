import type { Logger } from "pino";
import type { Database } from "../../postgres/database.ts";
import type { Listener } from "../../postgres/listen.ts";
import { loadSchemaCache } from "./load-schema-cache.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** Debounces a burst of schema changes, as a migration makes them. */
const debounceMs = 100;

/** Pause before a failed reload is retried. */
const retryMs = 3_000;

/**
 * Loads the schema at the first call, again on every `notify pgrst` (PostgREST's channel; a DDL
 * trigger sends it), and after the listening connection was lost. Requests use the old schema until
 * the reload is done.
 */
export function watchSchema({ owner, listen }: Pick<Database, "owner" | "listen">, log: Logger) {
  let loads = 0;
  let newest: SchemaCache | null = null;
  let first: Promise<SchemaCache> | null = null;
  let listening: Promise<Listener> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const load = async (): Promise<SchemaCache> => {
    loads += 1;
    const loaded = await loadSchemaCache(owner, loads);
    if (newest === null || newest.version < loaded.version) newest = loaded;
    return newest;
  };
  const reloadIn = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(reload, ms).unref();
  };
  const reload = async (): Promise<void> => {
    try {
      await load();
    } catch (error) {
      log.error({ err: error }, "schema reload failed; the previous schema stays in use");
      reloadIn(retryMs);
    }
  };
  const loadFirst = async (): Promise<SchemaCache> => {
    listening ??= listen("pgrst", {
      onNotify: () => reloadIn(debounceMs),
      onReconnect: () => newest && reloadIn(debounceMs),
    });
    await listening;
    return load();
  };
  /** Waits for the first load. If it fails, throws, and the next call tries again. */
  const current = async (): Promise<SchemaCache> => {
    if (newest) return newest;
    first ??= loadFirst().finally(() => {
      first = null;
    });
    return first;
  };

  return {
    current,
    /** Loads the schema and starts listening. If the database is down, the first request does. */
    start: async (): Promise<void> => {
      await current().catch((error: unknown) =>
        log.warn({ err: error }, "schema not loaded yet; the first request tries again"),
      );
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      const listener = await listening;
      await listener?.stop();
    },
  };
}
