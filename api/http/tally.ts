/** How much of something each client has now; who has nothing is forgotten. */
export type Tally = { of(client: string): number; add(client: string, amount: number): void };

/** A tally in which nobody has anything. */
export function createTally(): Tally {
  const amounts = new Map<string, number>();
  const of = (client: string) => amounts.get(client) ?? 0;
  return {
    of,
    add(client, amount) {
      const now = of(client) + amount;
      if (now > 0) amounts.set(client, now);
      else amounts.delete(client);
    },
  };
}
