import { createFairLine } from "./fair-line.ts";
import { createTally } from "./tally.ts";

/** Lets only so much work run at once; the rest waits, and clients have their turn one after the other. */
export type Gate = {
  /** Runs a client's work when there is room for its weight. Throws what `refuse` makes when too many wait and nobody has more waiting than the client. */
  run<T>(client: string, work: () => Promise<T>, weight?: number): Promise<T>;
  /** The same, for work that may take another place in line while it waits. */
  enter<T>(client: string, work: () => Promise<T>, weight?: number): Place<T>;
  /** How many pieces of a client's work wait. */
  waitingOf(client: string): number;
};

/** Where a piece of work stands in line: `ahead` is how much of the client's own goes before it, -1 once it has begun. After `leave` it never begins, and `result` never settles. */
export type Place<T> = { result: Promise<T>; ahead(): number; leave(): void };

export type GateLimits = {
  /** How much weight runs at once: in all, and of one client beside its first. A weight above the capacity counts as all of it. */
  capacity: number;
  share: number;
  /** How many wait at most. */
  queue: number;
  refuse: () => Error;
};

type Waiting = { client: string; weight: number; enter(): void; refuse(error: Error): void };

/** A gate that nobody has passed yet. */
export function createGate({ capacity, share, queue, refuse }: GateLimits): Gate {
  const line = createFairLine<Waiting>(queue, "clients in turn");
  const held = createTally();
  let free = capacity;

  const hold = (client: string, weight: number): void => {
    free -= weight;
    held.add(client, weight);
  };
  const hasShare = ({ client, weight }: Waiting): boolean => {
    const own = held.of(client);
    return own === 0 || own + weight <= share;
  };
  /** Whoever's turn it is and finds no room holds up the others, or what is light would overtake it for ever. */
  const admit = (): void => {
    for (
      let next = line.first(hasShare);
      next && next.weight <= free;
      next = line.first(hasShare)
    ) {
      line.remove(next.client, next);
      hold(next.client, next.weight);
      next.enter();
    }
  };

  const enter = <T>(client: string, work: () => Promise<T>, wanted = 1): Place<T> => {
    const turn = Promise.withResolvers<void>();
    const weight = Math.min(wanted, capacity);
    const waiting = { client, weight, enter: turn.resolve, refuse: turn.reject };
    const run = async (): Promise<T> => {
      await turn.promise;
      try {
        return await work();
      } finally {
        hold(client, -weight);
        line.putLast(client);
        admit();
      }
    };
    const result = run();
    line.add(client, waiting)?.refuse(refuse());
    admit();
    return {
      result,
      ahead: () => line.ahead(client, waiting),
      leave: () => {
        line.remove(client, waiting);
        admit();
      },
    };
  };

  return {
    run: (client, work, weight) => enter(client, work, weight).result,
    enter,
    waitingOf: line.waitingOf,
  };
}
