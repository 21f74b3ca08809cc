/** Limits on running and queued work, in total and per client. */
export type Limits = {
  concurrency: number;
  perClient: number;
  queue: number;
  queuePerClient: number;
  waitMs: number;
};

/** Thrown for work that was not started: the queue is full, or it waited too long. */
export class Overloaded extends Error {
  readonly hasWaited: boolean;
  constructor({ hasWaited = false } = {}) {
    super("Too much is under way");
    this.name = "Overloaded";
    this.hasWaited = hasWaited;
  }
}

/**
 * A concurrency limiter that is fair between clients: queued clients take turns, so one with a long
 * queue does not block the others. p-queue does not know clients.
 */
export function createLimiter(limits: Limits) {
  const running = createCounter();
  const queues = new Map<string, Set<() => void>>();
  let waits = 0;

  const mayBegin = (client: string): boolean =>
    running.total() < limits.concurrency && running.of(client) < limits.perClient;
  const leave = (client: string, begin: () => void): void => {
    const queue = queues.get(client);
    if (!queue?.delete(begin)) return;
    waits -= 1;
    if (queue.size === 0) queues.delete(client);
  };
  const beginNext = (): void => {
    for (const [client, queue] of queues) {
      if (running.total() >= limits.concurrency) return;
      const [next] = queue;
      if (!next || !mayBegin(client)) continue;
      leave(client, next);
      // Moves the client to the end. The loop visits it again if there is room left.
      if (queues.delete(client)) queues.set(client, queue);
      running.change(client, 1);
      next();
    }
  };
  const wait = (client: string): Promise<void> => {
    const queue = queues.get(client) ?? new Set();
    if (waits >= limits.queue || queue.size >= limits.queuePerClient) throw new Overloaded();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        leave(client, begin);
        reject(new Overloaded({ hasWaited: true }));
      }, limits.waitMs);
      queues.set(client, queue.add(begin));
      waits += 1;
    });
  };

  return {
    /** Runs the work when there is room. Throws Overloaded, or what the work throws. */
    async run<T>(client: string, work: () => Promise<T>): Promise<T> {
      if (mayBegin(client)) running.change(client, 1);
      else await wait(client);
      try {
        return await work();
      } finally {
        running.change(client, -1);
        beginNext();
      }
    },
    usage: () => ({ running: running.total(), waiting: waits }),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Counts per client and in total. */
export function createCounter() {
  const ofClients = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    of: (client: string) => ofClients.get(client) ?? 0,
    change(client: string, by: number): void {
      total += by;
      const own = (ofClients.get(client) ?? 0) + by;
      if (own > 0) ofClients.set(client, own);
      else ofClients.delete(client);
    },
  };
}
