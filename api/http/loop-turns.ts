import { createFairLine } from "./fair-line.ts";

/** Waits until a client's work may take the event loop; false when too many wait and nobody has more waiting than the client. */
export type LoopTurns = (client: string) => Promise<boolean>;

/** Called as a piece of work begins: lets others have the event loop, and then calls `goOn`. */
export type LetOthersIn = (goOn: () => void) => void;

type Waiting = { client: string; end(isTurn: boolean): void };

/**
 * Turns for work that holds the one thread from its beginning to its end: one piece after the other, clients one after the other, and others between any two. At most
 * `limit` pieces wait.
 */
export function createLoopTurns(limit: number, letOthersIn: LetOthersIn): LoopTurns {
  const line = createFairLine<Waiting>(limit, "clients in turn");
  let isTaken = false;

  const passOn = (): void => {
    const next = line.first(() => true);
    isTaken = next !== null;
    if (!next) return;
    line.remove(next.client, next);
    letOthersIn(passOn);
    next.end(true);
  };
  return async (client) => {
    if (isTaken) return new Promise((end) => line.add(client, { client, end })?.end(false));
    isTaken = true;
    letOthersIn(passOn);
    return true;
  };
}
