/** Which attempts to connect may be made. */
export type ConnectAttempts = {
  /** Why none may begin at this moment, or null where one may. */
  refusal(): Error | null;
  succeeded(): void;
  failed(reason: Error): void;
};

const firstPauseMs = 50;
const longestPauseMs = 250;

/** How often anybody has got through to a PostgreSQL, whichever role that was. */
export type Reached = { times: number };

/**
 * Keeps the attempts of one role to reach a PostgreSQL that could not be reached few: one after each pause. Whoever asks meanwhile is told at once why the last one
 * failed, and holds no place that others wait for. Once another role gets through it may be the server's way again, so nobody waits; what keeps one role out keeps out no
 * other.
 */
export function createConnectAttempts(reached: Reached): ConnectAttempts {
  let last: { reason: Error; failures: number; reached: number } | null = null;
  let notBefore = 0;
  const findLast = () => (last?.reached === reached.times ? last : null);
  const pause = (failures: number) => {
    notBefore = performance.now() + Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  };
  return {
    refusal() {
      const failed = findLast();
      if (!failed) return null;
      if (performance.now() < notBefore) return repeat(failed.reason);
      pause(failed.failures);
      return null;
    },
    succeeded() {
      reached.times += 1;
    },
    failed(reason) {
      const failures = (findLast()?.failures ?? 0) + 1;
      last = { reason, failures, reached: reached.times };
      pause(failures);
    },
  };
}

/** postgres.js writes the statement into the error that ends it, so each has an error of its own. */
function repeat(reason: Error): Error {
  return Object.assign(new Error(reason.message, { cause: reason }), reason);
}
