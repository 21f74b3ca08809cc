import type { Context, MiddlewareHandler } from "hono";
import type { Caller } from "#api/postgres/database.ts";
import { createBodyTurns } from "./body-turns.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { connectionOf } from "./connection.ts";
import { createMemoryRoom } from "./memory-room.ts";

/**
 * Counts the body of a request, as far as it says its size and `largest` otherwise, until the request is answered. Throws when such bodies take too much
 * memory already.
 */
export type ClaimBody = (context: Context, caller: Caller, largest: number) => void;

const megabyte = 1024 * 1024;

/** What whoever is not signed in may send: inquiries and arguments of functions, none of which is longer than a page of text. */
const largestOfVisitor = 64 * 1024;

/** How many bytes a body of this caller may have where others' may have `largest`. */
export function largestBodyOf({ identity }: Caller, largest: number): number {
  return identity.role === "anon" ? Math.min(largest, largestOfVisitor) : largest;
}

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
 * The same for a door where nobody has said yet who asks, and where bodies have at most `largest` bytes: networks have their shares. What counts is read here to its end, or to the
 * first byte that is too much for whoever limits it behind this door, and is passed on in its turn to be parsed. `onFull` gives, or throws, the refusal.
 */
export function claimBodies(largest: number, onFull: () => Response): MiddlewareHandler {
  const full = new Error("No room for another body");
  const take = createMemoryRoom({ bytes: 16 * megabyte, share: 4 * megabyte }, () => full);
  const takeTurn = createBodyTurns(() => full);
  return async (context, next) => {
    const response = connectionOf(context)?.outgoing;
    const bytes = bytesOf(context, largest);
    if (!response || response.destroyed || bytes < worthCounting || bytes > largest) return next();
    const network = networkOf(clientAddress(context));
    try {
      response.once("close", take(network, bytes));
      await takeTurn(network, await holdBody(context, largest + 1), response);
    } catch (error) {
      if (error === full) return onFull();
      throw error;
    }
    return next();
  };
}

/** Reads the body, as far as so many bytes, for whoever reads it from here on; gives how many came. */
async function holdBody({ req }: Context, most: number): Promise<number> {
  const reader = req.raw.body?.getReader();
  if (!reader) return 0;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < most) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
  }
  req.raw = new Request(req.raw, { body: Buffer.concat(pieces) });
  return bytes;
}

/** A body without a length comes in chunks; what has neither has none, or was made in process (RFC 9112, section 6.3). */
function bytesOf({ req }: Context, largest: number): number {
  const unsaid = req.header("transfer-encoding") === undefined ? 0 : largest;
  return Number(req.header("content-length") ?? unsaid);
}
