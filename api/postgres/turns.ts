import { createFairLine } from "#api/http/fair-line.ts";
import { createTally } from "#api/http/tally.ts";
import { ConnectionError } from "./failures.ts";

/** Whose share a statement takes: that of a client (a signed-in person, a visitor's network), or nobody's where the platform itself asks. */
export type Asker = { client: string; isVisitor: boolean } | null;

export type TurnLimits = {
  /** How many statements run at once: in all, of one client, and of all visitors together. */
  all: number;
  each: number;
  visitors: number;
  /** How many wait at most: more than can be served in `waitMs` would wait in vain. */
  waiting: number;
  waitMs: number;
};

export type Turns = {
  /**
   * Does `work` when it is the asker's turn. Throws `POOL_FULL` when too many wait and nobody has more waiting than the asker, `POOL_TIMEOUT` when it takes too
   * long.
   */
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
  usage(): TurnUsage;
};

/** How many statements run, how many more could at once, and how many wait. */
export type TurnUsage = { busy: number; free: number; waiting: number };

type Waiting = { asker: Asker; begin(): void; refuse(error: Error): void };

/** Lets no client have all connections of the database: what it asks beyond its share waits, and others go on. */
export function createTurns(limits: TurnLimits): Turns {
  const line = createFairLine<Waiting>(limits.waiting, "by arrival");
  const busy = countBusy(limits);
  let askedOurselves = 0;

  const waitForTurn = (asker: Asker): Promise<void> => {
    if (!asker) askedOurselves += 1;
    // Each page that waits is somebody else's, so together they are no client that has too much.
    const client = asker?.client ?? `ourselves ${askedOurselves}`;
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(timer);
        line.remove(client, entry);
        settle();
      };
      const entry: Waiting = {
        asker,
        begin: () => leave(resolve),
        refuse: (error) => leave(() => reject(error)),
      };
      const timer = setTimeout(() => entry.refuse(noTurn()), limits.waitMs);
      line.add(client, entry)?.refuse(poolFull());
    });
  };
  const beginNext = (): void => {
    const next = line.first(({ asker }) => busy.mayBegin(asker));
    if (!next) return;
    busy.begin(next.asker);
    next.begin();
  };

  return {
    async take(asker, work) {
      if (busy.mayBegin(asker)) busy.begin(asker);
      else await waitForTurn(asker);
      try {
        return await work();
      } finally {
        busy.end(asker);
        beginNext();
      }
    },
    usage: () => ({
      busy: busy.total(),
      free: limits.all - busy.total(),
      waiting: line.length,
    }),
  };
}

/** Keeps count of what runs, and for whom. */
function countBusy({ all, each, visitors }: TurnLimits) {
  const byClient = createTally();
  let running = 0;
  let ofVisitors = 0;
  const add = (asker: Asker, change: 1 | -1): void => {
    running += change;
    if (!asker) return;
    if (asker.isVisitor) ofVisitors += change;
    byClient.add(asker.client, change);
  };
  return {
    mayBegin(asker: Asker): boolean {
      if (running >= all) return false;
      if (!asker) return true;
      if (asker.isVisitor && ofVisitors >= visitors) return false;
      return byClient.of(asker.client) < each;
    },
    begin: (asker: Asker) => add(asker, 1),
    end: (asker: Asker) => add(asker, -1),
    total: () => running,
  };
}

/** What a caller is told at once who would only wait in vain. */
function poolFull(): Error {
  return new ConnectionError("POOL_FULL", "Too many wait for a connection");
}

function noTurn(): Error {
  return new ConnectionError("POOL_TIMEOUT", "No connection became free");
}
