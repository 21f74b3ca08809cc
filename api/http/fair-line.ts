/** A waiting line that knows whose each item is, and of each client lets only the oldest go. */
export type FairLine<Item> = {
  readonly length: number;
  /** Gives back what had to leave because too many wait: the newest item of whoever has most, which can be the one that came. */
  add(client: string, item: Item): Item | null;
  remove(client: string, item: Item): void;
  /** How many of the client's items go before this one; -1 when it is not in line. */
  ahead(client: string, item: Item): number;
  /** How many items of the client wait. */
  waitingOf(client: string): number;
  /** Lets the other clients go before one that was just served. */
  putLast(client: string): void;
  /** The first item that `mayGo`. */
  first(mayGo: (item: Item) => boolean): Item | null;
};

/**
 * Who goes first: by arrival, where all are served within seconds and a client is kept short by other means; or clients in turn, where whoever asks for much would
 * let the others wait long.
 */
export type Order = "by arrival" | "clients in turn";

/** An empty line, for `limit` items at most. */
export function createFairLine<Item>(limit: number, order: Order): FairLine<Item> {
  const queues = new Map<string, Item[]>();
  const arrivals = new Map<Item, number>();
  let arrived = 0;
  let length = 0;

  const queueOf = (client: string): Item[] => {
    const queue = queues.get(client) ?? [];
    queues.set(client, queue);
    return queue;
  };
  const takeOut = (client: string, index: number): void => {
    const queue = queueOf(client);
    for (const item of queue.splice(index, 1)) arrivals.delete(item);
    length -= 1;
    if (queue.length === 0 || order === "clients in turn") queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
  };
  const takeLastOfLongest = (client: string): Item | null => {
    let longest = client;
    for (const [name, queue] of queues) {
      if (queue.length > queueOf(longest).length) longest = name;
    }
    const last = queueOf(longest).at(-1) ?? null;
    takeOut(longest, queueOf(longest).length - 1);
    return last;
  };

  return {
    get length() {
      return length;
    },
    add(client, item) {
      queueOf(client).push(item);
      arrived += 1;
      arrivals.set(item, arrived);
      length += 1;
      return length > limit ? takeLastOfLongest(client) : null;
    },
    remove(client, item) {
      const index = queues.get(client)?.indexOf(item) ?? -1;
      if (index >= 0) takeOut(client, index);
    },
    ahead(client, item) {
      return queues.get(client)?.indexOf(item) ?? -1;
    },
    waitingOf(client) {
      return queues.get(client)?.length ?? 0;
    },
    putLast(client) {
      const queue = queues.get(client);
      if (!queue) return;
      queues.delete(client);
      queues.set(client, queue);
    },
    first(mayGo) {
      let found: Item | null = null;
      let earliest = Number.POSITIVE_INFINITY;
      for (const [oldest] of queues.values()) {
        if (oldest === undefined || !mayGo(oldest)) continue;
        if (order === "clients in turn") return oldest;
        const arrival = arrivals.get(oldest) ?? 0;
        if (arrival > earliest) continue;
        found = oldest;
        earliest = arrival;
      }
      return found;
    },
  };
}
