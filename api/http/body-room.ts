import type { Context, MiddlewareHandler } from "hono";
import type { Caller } from "#api/postgres/database.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { connectionOf } from "./connection.ts";
import { createMemoryRoom } from "./memory-room.ts";

/**
 * Counts the body of a request, as far as it says its size and `largest` otherwise, until the request is answered. Throws when such bodies take too much
 * memory already.
 */
export type ClaimBody = (context: Context, caller: Caller, largest: number) => void;

const megabyte = 1024 * 1024;

/** Anybody can send so little without it being felt: it is less than a connection takes. No sign-in and no lead is longer. */
const worthCounting = 4 * 1024;

/**
 * Room for the large bodies that the server holds while they arrive and while their statements wait: whoever sends thousands at once, or sends them slowly,
 * would fill its memory. Visitors have room of their own, as with answers.
 */
export function createBodyRooms(refuse: () => Error): ClaimBody {
  const visitors = createMemoryRoom({ bytes: 32 * megabyte, share: 8 * megabyte }, refuse);
  const people = createMemoryRoom({ bytes: 64 * megabyte, share: 16 * megabyte }, refuse);
  return (context, { client, identity }, largest) => {
    const response = connectionOf(context)?.outgoing;
    const bytes = bytesOf(context, largest);
    if (!response || client === null || response.destroyed || bytes < worthCounting) return;
    const take = identity.role === "anon" ? visitors : people;
    response.once("close", take(client, Math.min(bytes, largest)));
  };
}

/**
 * The same for a door where nobody has said yet who asks, and where bodies have at most `largest` bytes: networks have their shares. `onFull` gives, or throws, the
 * refusal.
 */
export function claimBodies(largest: number, onFull: () => Response): MiddlewareHandler {
  const full = new Error("No room for another body");
  const take = createMemoryRoom({ bytes: 16 * megabyte, share: 4 * megabyte }, () => full);
  return async (context, next) => {
    const response = connectionOf(context)?.outgoing;
    const bytes = Math.min(bytesOf(context, largest), largest);
    if (!response || response.destroyed || bytes < worthCounting) return next();
    try {
      response.once("close", take(networkOf(clientAddress(context)), bytes));
    } catch (error) {
      if (error === full) return onFull();
      throw error;
    }
    return next();
  };
}

/** A body without a length comes in chunks; what has neither has none, or was made in process (RFC 9112, section 6.3). */
function bytesOf({ req }: Context, largest: number): number {
  const unsaid = req.header("transfer-encoding") === undefined ? 0 : largest;
  return Number(req.header("content-length") ?? unsaid);
}
