import { createFairLine } from "./fair-line.ts";

/** Waits until it is the client's turn to have a page made; false when too many wait and nobody has more waiting than the client. */
export type PageTurns = (client: string) => Promise<boolean>;

type Waiting = { client: string; end(isTurn: boolean): void };

/** Of a page that takes 5 ms so many are made while a visitor is willing to wait. */
const longestLine = 2_000;

/**
 * Begins one page in each turn of the event loop, clients one after the other. Most are made without waiting for anything, so those of two hundred connections would
 * all be made before the loop looks at anything else.
 */
export function createPageTurns(limit = longestLine): PageTurns {
  const line = createFairLine<Waiting>(limit, "clients in turn");
  let isTaken = false;

  const passOn = (): void => {
    const next = line.first(() => true);
    isTaken = next !== null;
    if (!next) return;
    line.remove(next.client, next);
    next.end(true);
    setImmediate(passOn);
  };
  return async (client) => {
    if (isTaken) return new Promise((end) => line.add(client, { client, end })?.end(false));
    isTaken = true;
    setImmediate(passOn);
    return true;
  };
}
