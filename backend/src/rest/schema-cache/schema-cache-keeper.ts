import type { Logger } from "pino";
import type { Database } from "../../postgres/database.ts";
import type { Listener } from "../../postgres/listen.ts";
import { loadSchemaCache } from "./load-schema-cache.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** How long a burst of schema changes (a migration) may go on before the cache is read again. */
const quietMs = 100;

/** How long a schema that could not be read again is left, unless it changes once more. */
const retryMs = 3_000;

/**
 * Keeps the schema cache: loaded at the first call, again whenever PostgreSQL says `notify pgrst`
 * (PostgREST's channel; a DDL trigger sends it), and again when the listening connection had to be
 * made anew. Requests go on with the old one meanwhile.
 */
export function keepSchemaCache(
  { owner, listen }: Pick<Database, "owner" | "listen">,
  log: Logger,
) {
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
      log.error({ err: error }, "the schema could not be read again; the last one stays in use");
      reloadIn(retryMs);
    }
  };
  const loadFirst = async (): Promise<SchemaCache> => {
    listening ??= listen("pgrst", {
      onNotify: () => reloadIn(quietMs),
      onReconnect: () => newest && reloadIn(quietMs),
    });
    await listening;
    return load();
  };
  /** Waits for the first load. Throws what that throws, and the next call tries again. */
  const current = async (): Promise<SchemaCache> => {
    if (newest) return newest;
    first ??= loadFirst().finally(() => {
      first = null;
    });
    return first;
  };

  return {
    current,
    /** Reads the schema and listens; without the database, the first request does. */
    start: async (): Promise<void> => {
      await current().catch((error: unknown) => log.warn({ err: error }, "no schema yet"));
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      const listener = await listening;
      await listener?.stop();
    },
  };
}
