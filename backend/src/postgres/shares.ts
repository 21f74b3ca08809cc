import { ConnectionError } from "./failures.ts";
import { createLimiter, type Limits, Overloaded } from "./limiter.ts";

/**
 * The client that a statement counts against (a signed-in user or a visitor's network), or null for
 * requests of our own pages.
 */
export type Requester = { client: string; isVisitor: boolean } | null;

/** `visitors`: the limit of concurrent work for all visitors together. */
export type ShareLimits = Limits & { visitors: number };

/** A share of a pool's connections, fair between clients: none can use all of it. */
export function createShares({ visitors, ...limits }: ShareLimits) {
  const limiter = createLimiter(limits);
  const visitorLimiter = createLimiter({ ...limits, concurrency: visitors });
  let pages = 0;
  const run = <T>(requester: Requester, work: () => Promise<T>): Promise<T> => {
    if (!requester) {
      // Pages render for different visitors, so they do not count as one client.
      pages += 1;
      return limiter.run(`page ${pages}`, work);
    }
    const own = () => limiter.run(requester.client, work);
    return requester.isVisitor ? visitorLimiter.run(requester.client, own) : own();
  };
  return {
    /** Runs work when it is the client's turn. Throws POOL_FULL, or POOL_TIMEOUT after a wait. */
    take: <T>(requester: Requester, work: () => Promise<T>): Promise<T> =>
      run(requester, work).catch(throwPoolError),
    usage: () => {
      const { running, waiting } = limiter.usage();
      const outside = visitorLimiter.usage().waiting;
      return { busy: running, free: limits.concurrency - running, waiting: waiting + outside };
    },
  };
}

function throwPoolError(error: unknown): never {
  if (!(error instanceof Overloaded)) throw error;
  if (error.hasWaited) throw new ConnectionError("POOL_TIMEOUT", "No connection became free");
  throw new ConnectionError("POOL_FULL", "Too many requests are waiting for a connection");
}
