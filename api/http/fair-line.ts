/** A waiting line in which each client stands once, with all that it has waiting: when one of its items leaves, the client goes to the end. */
export type FairLine<Item> = {
  readonly length: number;
  /** Gives back what had to leave because too many wait: the newest item of whoever has most, which can be the one that came. */
  add(client: string, item: Item): Item | null;
  remove(client: string, item: Item): void;
  /** The first item that `mayGo`; of each client only the oldest is looked at. */
  first(mayGo: (item: Item) => boolean): Item | null;
};

/** An empty line, for `limit` items at most. */
export function createFairLine<Item>(limit: number): FairLine<Item> {
  const queues = new Map<string, Item[]>();
  let length = 0;

  const queueOf = (client: string): Item[] => {
    const queue = queues.get(client) ?? [];
    queues.set(client, queue);
    return queue;
  };
  const takeOut = (client: string, index: number): void => {
    const queue = queueOf(client);
    queue.splice(index, 1);
    length -= 1;
    queues.delete(client);
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
      length += 1;
      return length > limit ? takeLastOfLongest(client) : null;
    },
    remove(client, item) {
      const index = queues.get(client)?.indexOf(item) ?? -1;
      if (index >= 0) takeOut(client, index);
    },
    first(mayGo) {
      for (const [oldest] of queues.values()) {
        if (oldest !== undefined && mayGo(oldest)) return oldest;
      }
      return null;
    },
  };
}
