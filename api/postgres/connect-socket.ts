import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { connectionClosed, noAnswer } from "./lost-errors.ts";

/** What postgres.js tells of where to connect: a Unix socket's path, or host and port. */
export type Place = { path?: string | false; host: string[]; port: number[] };

/** Connects, over TLS where it is told how, and gives a socket that PostgreSQL's own words can go over. Throws why it cannot, `limitMs` later at most. */
export async function connectSocket(
  { path, host: [host = "localhost"], port: [port = 5432] }: Place,
  tls: ConnectionOptions | null,
  limitMs: number,
): Promise<Socket> {
  const socket = path ? connect(path) : connect(port, host);
  const fail = () => socket.destroy(connectionClosed());
  socket.once("end", fail);
  // What fails between two steps fails the next one.
  socket.on("error", () => undefined);
  const limit = AbortSignal.timeout(limitMs);
  try {
    await once(socket, "connect", { signal: limit });
    const connected = tls ? await secure(socket, { tls, host, limit }) : socket;
    socket.off("end", fail);
    return connected;
  } catch (error) {
    socket.destroy();
    throw limit.aborted ? noAnswer("PostgreSQL takes no connection") : error;
  }
}

type Securing = { tls: ConnectionOptions; host: string; limit: AbortSignal };

async function secure(socket: Socket, { tls, host, limit }: Securing): Promise<Socket> {
  if (!(await offersTls(socket, limit))) throw new Error("PostgreSQL offers no TLS");
  const name = isIP(host) ? {} : { servername: host };
  const secured = connectTls({ ...tls, ...name, socket, host });
  secured.on("error", () => undefined);
  await once(secured, "secureConnect", { signal: limit });
  return secured;
}

/** PostgreSQL's SSLRequest: its length, and a version that no protocol has. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function offersTls(socket: Socket, limit: AbortSignal): Promise<boolean> {
  socket.write(tlsRequest);
  const [answer] = await once(socket, "data", { signal: limit });
  return String(answer) === "S";
}
