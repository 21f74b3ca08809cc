import type { Duplex } from "node:stream";

/** What a request's reception answers to Node's parser so that it leaves the rest alone, as it does where another protocol follows. */
const leaveTheRest = 2;

/**
 * Drops what was read of a connection and not yet handed over. Node reads 64 kB at a time and makes a request and a response of every line in it, after `destroy`
 * too: 2,000 of them keep everybody waiting for 60 ms, for each connection. Node documents neither `parser` nor `onIncoming`; without them nothing is
 * dropped.
 */
export function stopParsing(socket: Duplex): void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser === "object" && parser !== null) {
    Reflect.set(parser, "onIncoming", () => leaveTheRest);
  }
}
