import { Overloaded } from "#backend/postgres/limiter.ts";

/** Counts the bytes that clients make the process hold. */
export type MemoryBudget = {
  /** Takes bytes for a client and gives the way to hand them back, once. Throws Overloaded. */
  take(client: string, bytes: number): () => void;
};

/** What is larger than the whole budget is taken while nobody holds anything. */
export function createMemoryBudget(limits: { all: number; perClient: number }): MemoryBudget {
  const held = new Map<string, number>();
  let total = 0;
  const change = (client: string, bytes: number): void => {
    total += bytes;
    const own = (held.get(client) ?? 0) + bytes;
    if (own > 0) held.set(client, own);
    else held.delete(client);
  };
  return {
    take(client, bytes) {
      const own = held.get(client) ?? 0;
      if (total > 0 && total + bytes > limits.all) throw new Overloaded();
      if (own > 0 && own + bytes > limits.perClient) throw new Overloaded();
      change(client, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) change(client, -bytes);
        isHeld = false;
      };
    },
  };
}
