import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectAttempt, ConnectAttempts } from "./connect-attempts.ts";
import { connectSocket, type Place } from "./connect-socket.ts";
import { failedStream } from "./failed-stream.ts";
import { connectionClosed, markLost, noAnswer } from "./lost-errors.ts";
import { readSecrecy } from "./read-secrecy.ts";

/** How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds; and the attempts of all that connect as the same role. */
export type Watch = { connectMs: number; silenceMs: number; attempts: ConnectAttempts };

/** Options of postgres.js for a pool. It is to know of no TLS: that is the socket's own. */
export type WatchedSocket = { ssl: false; socket: (place: Place) => Promise<Duplex> };

/**
 * Gives the options of a pool, whose `onLost` is told why when a connection ended that was not ended from here, before postgres.js is: that must not be asked
 * anything more over it.
 */
export type WatchSockets = (onLost?: (reason: Error) => void) => WatchedSocket;

/**
 * Makes postgres.js's sockets such that a PostgreSQL that stands still, or a network that swallows everything, is noticed: a
 * connection on which an answer is missing for so long ends with ETIMEDOUT. One on which nothing was asked may be silent for ever. And where
 * connecting fails, few attempts are made.
 */
export function watchSockets(url: string, watch: Watch): WatchSockets {
  const { connectMs, silenceMs, attempts } = watch;
  const secrecy = readSecrecy(url);
  return (onLost = () => undefined) => ({
    ssl: false,
    socket: async (place) => {
      const attempt = await attempts.begin();
      if (attempt instanceof Error) return failedStream(markLost(attempt));
      try {
        const socket = await connectSocket(place, secrecy, connectMs);
        watchSilence(socket, silenceMs);
        watchEnd(socket, attempt, onLost);
        return socket;
      } catch (error) {
        const reason = error instanceof Error ? error : connectionClosed();
        attempt.failed(reason);
        return failedStream(markLost(reason));
      }
    },
  });
}

/** The socket tells again and again that it is silent: the first time may be long before something is asked. */
function watchSilence(socket: Socket, limitMs: number): void {
  let answered = 0;
  socket.on("data", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(limitMs);
  socket.on("timeout", () => {
    if (socket.bytesWritten > answered) socket.destroy(noAnswer("PostgreSQL does not answer"));
  });
}

/**
 * An end that nobody here asked for is an error, which postgres.js hears of as it hears of the end: it makes a connection that has not been ready yet anew at once, for
 * ever, unless an error has ended it. And only what has been ready was a connection: a proxy without a PostgreSQL behind it takes them too.
 */
function watchEnd(socket: Socket, attempt: ConnectAttempt, onLost: (reason: Error) => void): void {
  let isReady = false;
  onceReady(socket, () => {
    isReady = true;
    attempt.succeeded();
  });
  socket.once("error", (reason) => {
    markLost(reason);
    if (socket.writableEnded) return;
    if (!isReady) attempt.failed(reason);
    onLost(reason);
  });
  socket.once("end", () => {
    if (!socket.writableEnded) socket.destroy();
  });
  socket.once("close", (hadError) => {
    if (!hadError && !socket.writableEnded) socket.emit("error", connectionClosed());
  });
}

/** How PostgreSQL says that a new connection may be used. Nothing comes after it before something is asked. */
const readyForQuery = Buffer.from("Z\0\0\0\u0005I", "latin1");

function onceReady(socket: Socket, tell: () => void): void {
  let newest = Buffer.alloc(0);
  const read = (bytes: Buffer): void => {
    newest = Buffer.concat([newest, bytes]).subarray(-readyForQuery.length);
    if (!newest.equals(readyForQuery)) return;
    socket.off("data", read);
    tell();
  };
  socket.on("data", read);
}
