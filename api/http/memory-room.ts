import { createTally } from "./tally.ts";

/** How much memory something may take in all, and how much of it the second and later ones of one client may. */
export type RoomLimits = { bytes: number; share: number };

/** Takes so many bytes of the room for a client. Gives what hands them back, once; throws what the room refuses with when they do not fit. */
export type TakeRoom = (client: string, bytes: number) => () => void;

/**
 * Keeps count of memory that clients make the server hold. What is larger than the whole room gets it when nobody else holds any, so nothing has a size that
 * is always refused.
 */
export function createMemoryRoom(limits: RoomLimits, refuse: () => Error): TakeRoom {
  const held = createTally();
  let taken = 0;
  const change = (client: string, bytes: number) => {
    taken += bytes;
    held.add(client, bytes);
  };
  return (client, bytes) => {
    const own = held.of(client);
    if (taken > 0 && taken + bytes > limits.bytes) throw refuse();
    if (own > 0 && own + bytes > limits.share) throw refuse();
    change(client, bytes);
    return () => change(client, -bytes);
  };
}
