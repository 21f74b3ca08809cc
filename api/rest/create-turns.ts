import { poolFull } from "#api/postgres/caller-lanes.ts";

/** How many statements run at once, in all and for one client, how many more of one client wait, and for how long. */
export type TurnLimits = { all: number; each: number; waiting: number; waitMs: number };

type Waiting = { client: string; begin(): void };

/**
 * Lets no client have all connections of the database: what it asks beyond its share waits behind its own, while others go on. The function that it gives does
 * `work` when it is the client's turn, and throws `POOL_FULL` when too many of the client's wait already, `POOL_TIMEOUT` when it takes too long.
 */
export function createTurns({ all, each, waiting: mostWaiting, waitMs }: TurnLimits) {
  const busy = new Map<string, number>();
  const waiting: Waiting[] = [];
  let running = 0;

  const mayBegin = (client: string) => running < all && (busy.get(client) ?? 0) < each;
  const begin = (client: string) => {
    running += 1;
    busy.set(client, (busy.get(client) ?? 0) + 1);
  };
  const end = (client: string) => {
    running -= 1;
    const left = (busy.get(client) ?? 1) - 1;
    if (left > 0) busy.set(client, left);
    else busy.delete(client);
    const next = waiting.findIndex((entry) => mayBegin(entry.client));
    if (next >= 0) waiting.splice(next, 1)[0]?.begin();
  };
  const waitForTurn = (client: string) => {
    if (waiting.filter((entry) => entry.client === client).length >= mostWaiting) throw poolFull();
    return new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        client,
        begin: () => {
          clearTimeout(timer);
          begin(client);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(noTurn());
      }, waitMs);
      waiting.push(entry);
    });
  };

  return async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    if (mayBegin(client)) begin(client);
    else await waitForTurn(client);
    try {
      return await work();
    } finally {
      end(client);
    }
  };
}

function noTurn() {
  return Object.assign(new Error("The client asks for too much at once"), { code: "POOL_TIMEOUT" });
}
