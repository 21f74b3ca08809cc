import type { Writable } from "node:stream";
import { createFairLine } from "./fair-line.ts";

/**
 * Waits until a client's work may take the event loop; false when too many wait and nobody has more waiting than the client, and when the answer that it is for closes
 * meanwhile.
 */
export type LoopTurns = (client: string, answer?: Answer) => Promise<boolean>;

/** What work is done for; nobody waits for it any more once it is closed. */
export type Answer = Pick<Writable, "destroyed" | "once">;

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
  const wait = (client: string, answer?: Answer): Promise<boolean> =>
    new Promise((end) => {
      const waiting = { client, end };
      line.add(client, waiting)?.end(false);
      answer?.once("close", () => {
        line.remove(client, waiting);
        end(false);
      });
    });
  return async (client, answer) => {
    if (answer?.destroyed) return false;
    if (isTaken) return wait(client, answer);
    isTaken = true;
    letOthersIn(passOn);
    return true;
  };
}
