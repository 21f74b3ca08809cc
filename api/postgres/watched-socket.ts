import { connect, type Socket } from "node:net";

/** What postgres.js tells of where to connect: a Unix socket's path, or host and port. */
type Place = { path?: string | false; host: string[]; port: number[] };

/**
 * Makes postgres.js's sockets (its option `socket`) such that a PostgreSQL that stands still, or a network that swallows everything, is noticed: a
 * connection on which an answer is missing for so long ends with ETIMEDOUT. One on which nothing was asked may be silent for ever.
 */
export function watchedSocket(silenceMs: number): (place: Place) => Socket {
  return ({ path, host: [host = "localhost"], port: [port = 5432] }) => {
    const socket = path ? connect(path) : connect(port, host);
    let answered = 0;
    socket.on("data", () => {
      answered = socket.bytesWritten;
    });
    socket.setTimeout(silenceMs, () => {
      if (socket.bytesWritten === answered) return;
      socket.destroy(Object.assign(new Error("PostgreSQL does not answer"), { code: "ETIMEDOUT" }));
    });
    repeatEarlyError(socket);
    return socket;
  };
}

/** Where connecting fails at once (no file descriptor left), the error is over before postgres.js listens: it is told again. */
function repeatEarlyError(socket: Socket): void {
  socket.once("error", (error) => {
    if (socket.listenerCount("error") > 0) return;
    setImmediate(() => {
      socket.emit("error", error);
      socket.emit("close", true);
    });
  });
}
