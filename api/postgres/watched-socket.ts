import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectAttempts } from "./connect-attempts.ts";
import { connectSocket, type Place } from "./connect-socket.ts";
import { failedStream } from "./failed-stream.ts";
import { connectionClosed, markLost } from "./lost-errors.ts";
import { followAnswers } from "./owed-answers.ts";
import { readAddress } from "./read-address.ts";
import type { Silences } from "./silences.ts";

/**
 * How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds; the attempts of all that connect as the same role, and the silences of all
 * connections.
 */
export type Watch = {
  connectMs: number;
  silenceMs: number;
  attempts: ConnectAttempts;
  silences: Silences;
};

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
export function watchSockets(
  url: string,
  { connectMs, silenceMs, attempts, silences }: Watch,
): WatchSockets {
  const { tls } = readAddress(url);
  return (onLost = () => undefined) => ({
    ssl: false,
    socket: async (place) => {
      const attempt = await attempts.begin();
      if (attempt instanceof Error) return failedStream(markLost(attempt));
      try {
        const socket = await connectSocket(place, tls, connectMs);
        let isReady = false;
        const onReady = () => {
          isReady = true;
          attempt.succeeded();
        };
        silences.watch(socket, followAnswers(socket, { isNew: true, onReady }), silenceMs);
        tellEnd(socket, (reason) => {
          // Only what has been ready was a connection: a proxy without a PostgreSQL behind it takes them too.
          if (!isReady) attempt.failed(reason);
          onLost(reason);
        });
        return socket;
      } catch (error) {
        const reason = error instanceof Error ? error : connectionClosed();
        attempt.failed(reason);
        return failedStream(markLost(reason));
      }
    },
  });
}

/**
 * An end that nobody here asked for is an error, which postgres.js hears of as it hears of the end: it makes a connection that has not been ready yet anew at once, for
 * ever, unless an error has ended it.
 */
function tellEnd(socket: Socket, tell: (reason: Error) => void): void {
  socket.once("error", (reason) => {
    markLost(reason);
    if (!socket.writableEnded) tell(reason);
  });
  socket.once("end", () => {
    if (!socket.writableEnded) socket.destroy();
  });
  socket.once("close", (hadError) => {
    if (!hadError && !socket.writableEnded) socket.emit("error", connectionClosed());
  });
}
