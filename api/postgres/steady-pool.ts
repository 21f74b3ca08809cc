import type postgres from "postgres";
import { openPool } from "./open-pool.ts";
import { isReadOnlyServer, readOnlyServer } from "./read-only-server.ts";
import type { Asker, Turns } from "./turns.ts";
import { type Watch, watchSockets } from "./watched-socket.ts";

type SteadyOptions = Watch & {
  /** As many at once as there are connections; what waits longer for one than the turns say is refused. */
  turns: Turns;
  pool: postgres.Options<Record<string, never>>;
};

/** A pool for single statements. It opens no transaction: those have a lane of their own (lane-transaction.ts). */
export type SteadyPool = {
  /** For what the platform asks itself. */
  sql: postgres.Sql;
  /** The same for what it asks because of somebody, who has a share of the turns. */
  sqlFor(asker: Asker): postgres.Sql;
  close(): Promise<void>;
};

/**
 * A postgres.js pool that loses nothing but the statements under way when connections break. What postgres.js 3.4.9 had begun to write on a connection as it
 * broke keeps that connection, once it is made anew, from ever sending again (porsager/postgres #1208), so a pool that lost one makes
 * room for a fresh one. And its own queue has no end: a statement here waits for a turn first.
 */
export function openSteadyPool(url: string, options: SteadyOptions): SteadyPool {
  const { turns } = options;
  const watched = watchSockets(url, options);
  const open = (): postgres.Sql => {
    const pool = openPool(url, { ...options.pool, ...watched(() => replace(pool)) });
    return pool;
  };
  let current = open();
  let isClosed = false;
  const replace = (broken: postgres.Sql): void => {
    if (broken !== current || isClosed) return;
    current = open();
    broken.end({ timeout: 3 }).catch(() => undefined);
  };

  const sqlFor = (asker: Asker) =>
    new Proxy(current, {
      apply: (_target, _self, words: Parameters<typeof current>) => {
        const pool = current;
        const statement = pool(...words);
        if (!isPending(statement)) return statement;
        leaveReadOnly(statement, pool, replace);
        return inTurn(statement, (run) => turns.take(asker, run));
      },
      get: (_target, key) => {
        if (forbidden.has(key)) throw new Error(`A steady pool has no ${String(key)}`);
        return Reflect.get(current, key);
      },
    });
  return {
    sql: sqlFor(null),
    sqlFor,
    close: async () => {
      isClosed = true;
      await current.end({ timeout: 5 });
    },
  };
}

/** What takes a connection for longer than a statement. */
const forbidden = new Set<string | symbol>(["begin", "reserve", "listen", "subscribe", "unsafe"]);

/** postgres.js hands a query to its `handler` when it is awaited, and never one that is only a part of another. */
type Pending = { handler(query: Pending): void; reject(error: unknown): void } & Promise<unknown>;

function inTurn(
  statement: Pending,
  take: (run: () => Promise<unknown>) => Promise<unknown>,
): Pending {
  const { handler } = statement;
  const run = (query: Pending) => {
    handler(query);
    return query;
  };
  statement.handler = (query) => {
    take(() => run(query)).catch(query.reject);
  };
  return statement;
}

/** A write that meets a server that takes none has the next statements look for another. */
function leaveReadOnly(
  statement: Pending,
  pool: postgres.Sql,
  replace: (pool: postgres.Sql) => void,
): void {
  const { reject } = statement;
  statement.reject = (error) => {
    if (!isReadOnlyServer(pool, error)) return reject(error);
    replace(pool);
    reject(readOnlyServer(error));
  };
}

function isPending(made: unknown): made is Pending {
  return made instanceof Promise && "handler" in made;
}
