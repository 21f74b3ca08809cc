import type postgres from "postgres";
import { openPool } from "./open-pool.ts";

/** One connection that belongs to one request at a time, so that a whole transaction can be sent in one go. */
export type Lane = {
  sql: postgres.Sql;
  /** True once the connection has carried a request: what is sent at once will then not be split over two connections. */
  isWarm: boolean;
};

export type Lanes = {
  /** Lends a lane to `work`. Throws `POOL_FULL` when too many wait for one already, `POOL_TIMEOUT` when none becomes free in time. */
  use<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  usage(): LaneUsage;
  close(): Promise<void>;
};

/** How many lanes carry a request, how many are free, and how many requests wait for one. */
export type LaneUsage = { busy: number; free: number; waiting: number };

type LaneOptions = {
  max: number;
  /** How many callers wait at most: more than can be served in `waitMs` would wait in vain. */
  mostWaiting: number;
  /** How long a caller waits for a lane. */
  waitMs: number;
  pool: postgres.Options<Record<string, never>>;
};

/** How long a connection is used before a fresh one takes its place. */
const lifetimeMs = 30 * 60 * 1000;

/**
 * A pool of single connections. postgres.js's own pool gives a connection away only after the answer to `begin` (`sql.begin`), and `sql.reserve`
 * can lose connections while the database is down; this lends the connection first. Whatever might run before a transaction has set
 * its role runs as `anon`. Plans are made once: under row security planning takes longer than what most statements do.
 */
export function openLanes(url: string, { max, mostWaiting, waitMs, pool }: LaneOptions): Lanes {
  const free: Kept[] = Array.from({ length: max }, () => openLane(url, pool));
  const all = new Set(free);
  const waiting: Waiting[] = [];

  const give = (kept: Kept): void => {
    const next = waiting.shift();
    if (next) next.take(kept);
    else free.push(kept);
  };
  const renew = (kept: Kept): Kept => {
    if (!kept.isLost && performance.now() - kept.openedAt < lifetimeMs) return kept;
    all.delete(kept);
    kept.sql.end({ timeout: 1 }).catch(() => undefined);
    const fresh = openLane(url, pool);
    all.add(fresh);
    return fresh;
  };
  const take = (): Promise<Kept> | Kept => {
    const kept = free.pop();
    if (kept) return kept;
    if (waiting.length >= mostWaiting) throw poolFull();
    return waitForLane(waiting, waitMs);
  };

  return {
    async use(work) {
      const kept = renew(await take());
      try {
        return await Promise.race([work(kept), kept.lost]);
      } finally {
        give(renew(kept));
      }
    },
    usage: () => ({ busy: max - free.length, free: free.length, waiting: waiting.length }),
    async close() {
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

/**
 * `lost` rejects when the connection closes under a request: postgres.js can leave statements that were sent in one go without an answer then.
 * A lost lane is not used again.
 */
type Kept = Lane & { openedAt: number; isLost: boolean; lost: Promise<never> };
type Waiting = { take(kept: Kept): void };

function openLane(url: string, pool: postgres.Options<Record<string, never>>): Kept {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => undefined);
  const kept: Kept = {
    isWarm: false,
    isLost: false,
    lost,
    openedAt: performance.now(),
    sql: openPool(url, {
      ...pool,
      connection: { ...pool.connection, role: "anon", plan_cache_mode: "force_generic_plan" },
      max: 1,
      fetch_types: false,
      max_lifetime: null,
      onclose: () => {
        kept.isWarm = false;
        kept.isLost = true;
        reject(Object.assign(new Error("The connection closed"), { code: "CONNECTION_CLOSED" }));
      },
    }),
  };
  return kept;
}

/** What a caller is told at once who would only wait in vain. */
export function poolFull(): Error {
  return Object.assign(new Error("Too many wait for a connection"), { code: "POOL_FULL" });
}

function waitForLane(waiting: Waiting[], waitMs: number): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const entry: Waiting = {
      take: (kept) => {
        clearTimeout(timer);
        resolve(kept);
      },
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(Object.assign(new Error("No connection became free"), { code: "POOL_TIMEOUT" }));
    }, waitMs);
    waiting.push(entry);
  });
}
