import { createFairLine } from "./fair-line.ts";
import { createTally } from "./tally.ts";

/** Lets only so much work run at once; the rest waits, and clients have their turn one after the other. */
export type Gate = {
  /** Runs a client's work when there is room for its weight. Throws what `refuse` makes when too many wait and nobody has more waiting than the client. */
  run<T>(client: string, work: () => Promise<T>, weight?: number): Promise<T>;
};

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

  return {
    async run(client, work, wanted = 1) {
      const weight = Math.min(wanted, capacity);
      await new Promise<void>((enter, reject) => {
        line.add(client, { client, weight, enter, refuse: reject })?.refuse(refuse());
        admit();
      });
      try {
        return await work();
      } finally {
        hold(client, -weight);
        admit();
      }
    },
  };
}
