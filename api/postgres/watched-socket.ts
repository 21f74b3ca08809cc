import { connect, type Socket } from "node:net";

/** What postgres.js tells of where to connect: a Unix socket's path, or host and port. */
type Place = { path?: string | false; host: string[]; port: number[] };

/** How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds. */
type Limits = { connectMs: number; silenceMs: number };

/**
 * Makes postgres.js's sockets (its option `socket`) such that a PostgreSQL that stands still, or a network that swallows everything, is noticed: a
 * connection on which an answer is missing for so long ends with ETIMEDOUT. One on which nothing was asked may be silent for ever, and
 * so may one over TLS, whose bytes go another way.
 */
export function watchedSocket({ connectMs, silenceMs }: Limits): (place: Place) => Promise<Socket> {
  return async ({ path, host: [host = "localhost"], port: [port = 5432] }) => {
    const socket = path ? connect(path) : connect(port, host);
    const failure = await connecting(socket, connectMs);
    if (failure) tellLater(socket, failure);
    else watch(socket, silenceMs);
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

function watch(socket: Socket, limitMs: number): void {
  let answered = 0;
  socket.on("data", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(limitMs, () => {
    if (socket.bytesWritten > answered) socket.destroy(silence("PostgreSQL does not answer"));
  });
}

function silence(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}
