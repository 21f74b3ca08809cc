import { createGate } from "#api/http/gate.ts";
import type { Sender } from "./upload-room.ts";

/** Does a sender's work when it is its turn; one at a time. Throws what `refuse` makes when too many wait. */
export type TakeDecodingTurn = <T>(sender: Sender, work: () => Promise<T>) => Promise<T>;

/**
 * The line of uploads that wait to be decoded. Dealerships have their turns one after the other, so that a neighbour's upload waits for the one under way and no more,
 * however many people of a dealership upload; and each of these stands in it once, or one of them would keep the colleagues waiting.
 */
export function createDecodingTurns(waiting: {
  queue: number;
  refuse: () => Error;
}): TakeDecodingTurn {
  const ofPeople = createGate({ capacity: Number.POSITIVE_INFINITY, share: 1, ...waiting });
  const ofFolders = createGate({ capacity: 1, share: 1, ...waiting });
  return ({ person, folder }, work) => ofPeople.run(person, () => ofFolders.run(folder, work));
}
