/** How much runs at once and how much waits, of all clients and of one. */
export type Limits = {
  atOnce: number;
  perClient: number;
  queue: number;
  queuePerClient: number;
  waitMs: number;
};

/** Thrown for work that was not begun: too much waits, or it has waited for too long. */
export class Overloaded extends Error {
  readonly hasWaited: boolean;
  constructor({ hasWaited = false } = {}) {
    super("Too much is under way");
    this.name = "Overloaded";
    this.hasWaited = hasWaited;
  }
}

/** Runs work, so much at once, and so much of one client. */
export type Limiter = {
  /** The work's result, once there is room for it. Throws Overloaded, or what the work throws. */
  run<T>(client: string, work: () => Promise<T>): Promise<T>;
  usage(): { running: number; waiting: number };
};

type Waiting = { begin(): void };

/**
 * A concurrency limiter with a share for each client. Of what waits, clients begin one after the
 * other, so that who has much waiting holds nobody up. p-queue knows no clients.
 */
export function createLimiter(limits: Limits): Limiter {
  const running = new Map<string, number>();
  const queues = new Map<string, Set<Waiting>>();
  let total = 0;
  let waits = 0;

  const mayBegin = (client: string): boolean =>
    total < limits.atOnce && (running.get(client) ?? 0) < limits.perClient;
  const change = (client: string, by: number): void => {
    total += by;
    const own = (running.get(client) ?? 0) + by;
    if (own > 0) running.set(client, own);
    else running.delete(client);
  };
  const leave = (client: string, waiting: Waiting): void => {
    const queue = queues.get(client);
    if (!queue?.delete(waiting)) return;
    waits -= 1;
    if (queue.size === 0) queues.delete(client);
  };
  const beginNext = (): void => {
    for (const [client, queue] of queues) {
      if (total >= limits.atOnce) return;
      const [next] = queue;
      if (!next || !mayBegin(client)) continue;
      leave(client, next);
      // Behind all others, and looked at once more where there is room left.
      if (queues.delete(client)) queues.set(client, queue);
      change(client, 1);
      next.begin();
    }
  };
  const wait = (client: string): Promise<void> => {
    const queue = queues.get(client) ?? new Set();
    if (waits >= limits.queue || queue.size >= limits.queuePerClient) throw new Overloaded();
    return new Promise((resolve, reject) => {
      const waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave(client, waiting);
        reject(new Overloaded({ hasWaited: true }));
      }, limits.waitMs);
      queues.set(client, queue.add(waiting));
      waits += 1;
    });
  };

  return {
    async run(client, work) {
      if (mayBegin(client)) change(client, 1);
      else await wait(client);
      try {
        return await work();
      } finally {
        change(client, -1);
        beginNext();
      }
    },
    usage: () => ({ running: total, waiting: waits }),
  };
}
