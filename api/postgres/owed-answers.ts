import type { Socket } from "node:net";

/** What PostgreSQL owes on one connection. */
export type OwedAnswers = {
  /** True until PostgreSQL has said that it is ready as often as it was asked to. */
  isOwed(): boolean;
  /** When something came last, by `performance.now()`. */
  heardAt(): number;
};

/** Messages by their letters. The first one of a connection has none. */
const start = 0;
const flush = "H".charCodeAt(0);
const query = "Q".charCodeAt(0);
const sync = "S".charCodeAt(0);
const ready = "Z".charCodeAt(0);
const asking: readonly number[] = [start, flush, query, sync];

/**
 * Counts what is asked on a connection, which is new or at rest, and what is answered: statements are sent without waiting for the one before, so that something came
 * does not mean that everything did. To each start, Query and Sync belongs one ReadyForQuery (PostgreSQL's manual, "Message Flow"); a Flush asks
 * sooner for what its Sync ends. Calls `onReady` at the first one.
 */
export function followAnswers(
  socket: Socket,
  { isNew, onReady = () => undefined }: { isNew: boolean; onReady?: () => void },
): OwedAnswers {
  let heardAt = performance.now();
  let asked = 0;
  let answered = 0;
  let isFlushed = false;
  const readAsked = readMessages((type) => {
    if (asking.includes(type) && !isFlushed) asked += 1;
    if (type === flush) isFlushed = true;
    if (type === sync) isFlushed = false;
  }, isNew);
  const readAnswers = readMessages((type) => {
    if (type !== ready) return;
    answered += 1;
    if (answered === 1) onReady();
  });
  socket.on("data", (bytes) => {
    heardAt = performance.now();
    readAnswers(bytes);
  });
  observeWrites(socket, readAsked);
  return { isOwed: () => asked > answered, heardAt: () => heardAt };
}

const headBytes = 5;

/**
 * Tells each message's type as soon as its head is there, in whatever pieces it comes: a letter, which the start of a connection has not, and a length, which counts
 * itself.
 */
function readMessages(tell: (type: number) => void, hasStart = false): (bytes: Buffer) => void {
  const head = Buffer.alloc(headBytes, start);
  let read = hasStart ? 1 : 0;
  let toSkip = 0;
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      const skipped = Math.min(toSkip, bytes.length - at);
      toSkip -= skipped;
      at += skipped;
      const copied = bytes.copy(head, read, at);
      read += copied;
      at += copied;
      if (read < headBytes) return;
      read = 0;
      toSkip = Math.max(head.readUInt32BE(1) - 4, 0);
      tell(head[0] ?? start);
    }
  };
}

/** Tells each piece that is written to a socket. */
export function observeWrites(socket: Socket, observe: (bytes: Buffer) => void): void {
  socket.write = new Proxy(socket.write, {
    apply: (write, self, words) => {
      const [bytes] = words;
      if (Buffer.isBuffer(bytes)) observe(bytes);
      return Reflect.apply(write, self, words);
    },
  });
}
