import { ConnectionError } from "./failures.ts";
import { createLimiter, type Limits, Overloaded } from "./limiter.ts";

/**
 * Whose share a statement takes: that of a client (a signed-in person, a visitor's network), or
 * nobody's where the platform itself asks.
 */
export type Asker = { client: string; isVisitor: boolean } | null;

/** `visitors`: how much runs at once for all of them together. */
export type ShareLimits = Limits & { visitors: number };

/** A share of a pool's connections, of which no client has all. */
export function createShares({ visitors, ...limits }: ShareLimits) {
  const everybody = createLimiter(limits);
  const strangers = createLimiter({ ...limits, atOnce: visitors });
  let pages = 0;
  const run = <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    if (!asker) {
      // Each page that waits is somebody else's, so together they are no client that has too much.
      pages += 1;
      return everybody.run(`page ${pages}`, work);
    }
    const own = () => everybody.run(asker.client, work);
    return asker.isVisitor ? strangers.run(asker.client, own) : own();
  };
  return {
    /** Does work when it is the asker's turn. Throws POOL_FULL, or POOL_TIMEOUT after a wait. */
    take: <T>(asker: Asker, work: () => Promise<T>): Promise<T> =>
      run(asker, work).catch(tellNoConnection),
    usage: () => {
      const { running, waiting } = everybody.usage();
      const outside = strangers.usage().waiting;
      return { busy: running, free: limits.atOnce - running, waiting: waiting + outside };
    },
  };
}

function tellNoConnection(error: unknown): never {
  if (!(error instanceof Overloaded)) throw error;
  if (error.hasWaited) throw new ConnectionError("POOL_TIMEOUT", "No connection became free");
  throw new ConnectionError("POOL_FULL", "Too many wait for a connection");
}
