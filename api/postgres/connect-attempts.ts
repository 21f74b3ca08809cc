/** An attempt to connect that may be made now. */
export type ConnectAttempt = { succeeded(): void; failed(reason: Error): void };

/** Which attempts to connect may be made. */
export type ConnectAttempts = {
  /** Waits until an attempt may be made. Gives it, or why one that began meanwhile has failed. */
  begin(): Promise<ConnectAttempt | Error>;
};

const firstPauseMs = 50;
const longestPauseMs = 250;

/** How often anybody has got through to a PostgreSQL, whichever role that was. */
export type Reached = { times: number };

type Failure = { reason: Error; begunAt: number; failures: number; reached: number };

/**
 * Keeps the attempts of one role to reach a PostgreSQL that could not be reached few: one after each pause. Whoever asks meanwhile waits for the next one, and is told why that
 * one failed: not why one did that began before, since PostgreSQL may be back. Once another role gets through it may be the server's way again, so nobody waits; what keeps one
 * role out keeps out no other.
 */
export function createConnectAttempts(reached: Reached): ConnectAttempts {
  let last: Failure | null = null;
  let notBefore = 0;
  const findLast = () => (last?.reached === reached.times ? last : null);
  const pause = (failures: number) => {
    notBefore = performance.now() + Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  };
  const start = (): ConnectAttempt => {
    const begunAt = performance.now();
    return {
      succeeded() {
        reached.times += 1;
      },
      failed(reason) {
        const failures = (findLast()?.failures ?? 0) + 1;
        last = { reason, begunAt, failures, reached: reached.times };
        pause(failures);
      },
    };
  };
  return {
    async begin() {
      const askedAt = performance.now();
      for (let failed = findLast(); failed; failed = findLast()) {
        if (failed.begunAt > askedAt) return repeat(failed.reason);
        const waitMs = notBefore - performance.now();
        if (waitMs <= 0) {
          pause(failed.failures);
          return start();
        }
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
      return start();
    },
  };
}

/** postgres.js writes the statement into the error that ends it, so each has an error of its own. */
function repeat(reason: Error): Error {
  return Object.assign(new Error(reason.message, { cause: reason }), reason);
}
