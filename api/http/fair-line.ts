/** A waiting line in which each client stands with what it has waiting: whose turn came goes to the end, however much more it has. */
export type FairLine<Item> = {
  readonly length: number;
  add(client: string, item: Item): void;
  remove(client: string, item: Item): void;
  /** Takes out the first item that `mayGo`; of each client only the oldest is looked at. */
  next(mayGo: (item: Item) => boolean): Item | null;
  /** How many items of a client wait. */
  count(client: string): number;
  /** The newest item of the client that has most waiting. It stays in the line. */
  lastOfLongest(): { item: Item; count: number } | null;
};

/** An empty line. */
export function createFairLine<Item>(): FairLine<Item> {
  const queues = new Map<string, Item[]>();
  let length = 0;

  const takeOut = (client: string, queue: Item[], index: number): void => {
    queue.splice(index, 1);
    length -= 1;
    if (queue.length === 0) queues.delete(client);
  };
  const goToTheEnd = (client: string, queue: Item[]): void => {
    if (queues.delete(client)) queues.set(client, queue);
  };

  return {
    get length() {
      return length;
    },
    add(client, item) {
      const queue = queues.get(client);
      if (queue) queue.push(item);
      else queues.set(client, [item]);
      length += 1;
    },
    remove(client, item) {
      const queue = queues.get(client);
      const index = queue?.indexOf(item) ?? -1;
      if (queue && index >= 0) takeOut(client, queue, index);
    },
    next(mayGo) {
      for (const [client, queue] of queues) {
        const [oldest] = queue;
        if (oldest === undefined || !mayGo(oldest)) continue;
        takeOut(client, queue, 0);
        goToTheEnd(client, queue);
        return oldest;
      }
      return null;
    },
    count: (client) => queues.get(client)?.length ?? 0,
    lastOfLongest() {
      let longest: Item[] = [];
      for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
      const item = longest.at(-1);
      return item === undefined ? null : { item, count: longest.length };
    },
  };
}
