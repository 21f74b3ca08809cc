import type postgres from "postgres";
import { connectionClosed } from "./lost-errors.ts";
import { openPool } from "./open-pool.ts";
import { isReadOnlyServer, readOnlyServer } from "./read-only-server.ts";
import type { Asker, Turns } from "./turns.ts";
import type { WatchSockets } from "./watched-socket.ts";

/** One connection that belongs to one request at a time, so that a whole transaction can be sent in one go. */
export type Lane = {
  sql: postgres.Sql;
  /** True once the connection has carried a request: what is sent at once will then not be split over two connections. */
  isWarm: boolean;
  /** True once the connection is gone; a lost lane is not used again. */
  isLost: boolean;
};

export type Lanes = {
  /**
   * Lends a lane to `work` when it is the asker's turn. Throws what `Turns.take` throws. A lane whose server takes no writes at all is not used again, so that the
   * next look for another.
   */
  use<T>(asker: Asker, work: (lane: Lane) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type LaneOptions = {
  /** How many connections there are: as many as turns at once. */
  max: number;
  turns: Turns;
  watched: WatchSockets;
  pool: postgres.Options<Record<string, never>>;
};

/** How long a connection is used before a fresh one takes its place. */
const lifetimeMs = 30 * 60 * 1000;

/**
 * A pool of single connections. postgres.js's own pool gives a connection away only after the answer to `begin` (`sql.begin`), and `sql.reserve`
 * can lose connections while the database is down; this lends the connection first.
 */
export function openLanes(url: string, options: LaneOptions): Lanes {
  const { max, turns } = options;
  const free: Kept[] = Array.from({ length: max }, () => openLane(url, options));
  const all = new Set(free);

  const renew = (kept: Kept): Kept => {
    if (!kept.isLost && performance.now() - kept.openedAt < lifetimeMs) return kept;
    all.delete(kept);
    kept.sql.end({ timeout: 1 }).catch(() => undefined);
    const fresh = openLane(url, options);
    all.add(fresh);
    return fresh;
  };

  return {
    use: (asker, work) =>
      turns.take(asker, async () => {
        const lent = free.pop();
        if (!lent) throw new Error("More turns than lanes");
        const kept = renew(lent);
        try {
          return await unlessLost(kept, work);
        } catch (error) {
          if (!isReadOnlyServer(kept.sql, error)) throw error;
          kept.isLost = true;
          throw readOnlyServer(error);
        } finally {
          free.push(renew(kept));
        }
      }),
    async close() {
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

/** `onLost` is called when the connection closes under a request: postgres.js can leave statements that were sent in one go without an answer then. */
type Kept = Lane & { openedAt: number; onLost: (error: Error) => void };

/**
 * Ends the request when its connection does. A promise of the lane's own to race against would keep the answers of all its requests for as long as the lane
 * lives.
 */
function unlessLost<T>(kept: Kept, work: (lane: Lane) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    kept.onLost = reject;
    work(kept).then(resolve, reject);
  }).finally(() => {
    kept.onLost = ignore;
  });
}

const ignore = (): void => undefined;

function openLane(url: string, { watched, pool }: LaneOptions): Kept {
  const lose = (reason: Error) => {
    kept.isWarm = false;
    kept.isLost = true;
    kept.onLost(reason);
  };
  const kept: Kept = {
    isWarm: false,
    isLost: false,
    onLost: ignore,
    openedAt: performance.now(),
    sql: openPool(url, {
      ...pool,
      ...watched(lose),
      max: 1,
      fetch_types: false,
      max_lifetime: null,
      onclose: () => lose(connectionClosed()),
    }),
  };
  return kept;
}
