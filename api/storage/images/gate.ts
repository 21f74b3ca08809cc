/** Lets only so much work run at once; the rest waits its turn, first come first served. */
export type Gate = {
  /** Runs the work when there is room for its weight. Throws what `refuse` makes when too many wait already. */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
};

type Waiter = { weight: number; enter: () => void };

/** A gate with room for `capacity` in all and for `queue` waiters. A weight above the capacity counts as all of it. */
export function createGate(capacity: number, queue: number, refuse: () => Error): Gate {
  const waiting: Waiter[] = [];
  let free = capacity;

  function admit(): void {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.enter();
    }
  }

  return {
    async run(work, wanted = 1) {
      if (waiting.length >= queue) throw refuse();
      const weight = Math.min(wanted, capacity);
      await new Promise<void>((enter) => {
        waiting.push({ weight, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        free += weight;
        admit();
      }
    },
  };
}
