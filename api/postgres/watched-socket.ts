import { connect, type Socket } from "node:net";

/** What postgres.js tells of where to connect: a Unix socket's path, or host and port. */
type Place = { path?: string | false; host: string[]; port: number[] };

/**
 * How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds. `onLost` is told of a connection that ended and was not ended from
 * here, before postgres.js is.
 */
type Watch = { connectMs: number; silenceMs: number; onLost?: () => void };

/** The option `socket` of postgres.js. */
export type OpenSocket = (place: Place) => Promise<Socket>;

/**
 * Makes postgres.js's sockets (its option `socket`) such that a PostgreSQL that stands still, or a network that swallows everything, is noticed: a
 * connection on which an answer is missing for so long ends with ETIMEDOUT. One on which nothing was asked may be silent for ever, and
 * so may one over TLS, whose bytes go another way.
 */
export function watchedSocket({ connectMs, silenceMs, onLost }: Watch): OpenSocket {
  return async ({ path, host: [host = "localhost"], port: [port = 5432] }) => {
    const socket = path ? connect(path) : connect(port, host);
    const failure = await connecting(socket, connectMs);
    if (failure) tellLater(socket, failure);
    else watch(socket, silenceMs, onLost);
    // TLS asks for the certificate of the host that stands here.
    return Object.assign(socket, { host, port });
  };
}

/** Null once it is connected, or why it is not. */
function connecting(socket: Socket, limitMs: number): Promise<Error | null> {
  return new Promise((resolve) => {
    socket.setTimeout(limitMs, () => socket.destroy(silence("PostgreSQL takes no connection")));
    socket.on("error", resolve);
    socket.once("connect", () => {
      socket.removeAllListeners("timeout");
      resolve(null);
    });
  });
}

/**
 * postgres.js gives a connection up for ever when its socket cannot be had, so it gets the broken one. It must hear why before it hears that the
 * socket has closed, and not before it has written its first words: what it keeps then, it would never send again.
 */
function tellLater(socket: Socket, failure: Error): void {
  socket.prependOnceListener("close", () => socket.emit("error", failure));
}

/** The socket tells again and again that it is silent: the first time may be long before something is asked. */
function watch(socket: Socket, limitMs: number, onLost?: () => void): void {
  let answered = 0;
  socket.on("data", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(limitMs);
  socket.on("timeout", () => {
    if (socket.bytesWritten > answered) socket.destroy(silence("PostgreSQL does not answer"));
  });
  socket.once("close", () => {
    if (!socket.writableEnded) onLost?.();
  });
}

function silence(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}
