import type postgres from "postgres";
import { openPool } from "./open-pool.ts";
import type { Turns } from "./turns.ts";
import { type OpenSocket, watchedSocket } from "./watched-socket.ts";

type SteadyOptions = {
  /** As many at once as there are connections; what waits longer for one than the turns say is refused. */
  turns: Turns;
  connectMs: number;
  silenceMs: number;
  pool: postgres.Options<Record<string, never>>;
};

/** A pool for single statements. It opens no transaction: those have a lane of their own (lane-transaction.ts). */
export type SteadyPool = { sql: postgres.Sql; close(): Promise<void> };

/**
 * A postgres.js pool that loses nothing but the statements under way when connections break. What postgres.js 3.4.9 had begun to write on a connection as it
 * broke keeps that connection, once it is made anew, from ever sending again (porsager/postgres #1208), so a pool that lost one makes
 * room for a fresh one. And its own queue has no end: a statement here waits for a turn first.
 */
export function openSteadyPool(url: string, options: SteadyOptions): SteadyPool {
  const { turns, connectMs, silenceMs } = options;
  const open = (): postgres.Sql => {
    const onLost = () => replace(pool);
    const socket: { socket: OpenSocket } = {
      socket: watchedSocket({ connectMs, silenceMs, onLost }),
    };
    const pool = openPool(url, { ...options.pool, ...socket });
    return pool;
  };
  let current = open();
  let isClosed = false;
  const replace = (broken: postgres.Sql): void => {
    if (broken !== current || isClosed) return;
    current = open();
    broken.end({ timeout: 3 }).catch(() => undefined);
  };

  const sql = new Proxy(current, {
    apply: (_target, _self, words: Parameters<typeof current>) => inTurn(current(...words), turns),
    get: (_target, key) => {
      if (forbidden.has(key)) throw new Error(`A steady pool has no ${String(key)}`);
      return Reflect.get(current, key);
    },
  });
  return {
    sql,
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

function inTurn<Made>(made: Made, turns: Turns): Made {
  if (!isPending(made)) return made;
  const { handler } = made;
  const run = (query: Pending) => {
    handler(query);
    return query;
  };
  made.handler = (query) => {
    turns.take(null, () => run(query)).catch(query.reject);
  };
  return made;
}

function isPending(made: unknown): made is Pending {
  return made instanceof Promise && "handler" in made;
}
