import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { connectionClosed, noAnswer } from "./lost-errors.ts";
import type { Secrecy } from "./read-secrecy.ts";

/** What postgres.js tells of where to connect: a Unix socket's path, or host and port. */
export type Place = { path?: string | false; host: string[]; port: number[] };

/** Connects, over TLS where it must be, and gives a socket that PostgreSQL's own words can go over. Throws why it cannot, `limitMs` later at most. */
export async function connectSocket(
  { path, host: [host = "localhost"], port: [port = 5432] }: Place,
  secrecy: Secrecy,
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
    const connected = secrecy ? await secure(socket, { secrecy, host, limit }) : socket;
    socket.off("end", fail);
    return connected;
  } catch (error) {
    socket.destroy();
    throw limit.aborted ? noAnswer("PostgreSQL takes no connection") : error;
  }
}

type Securing = { secrecy: NonNullable<Secrecy>; host: string; limit: AbortSignal };

async function secure(socket: Socket, { secrecy, host, limit }: Securing): Promise<Socket> {
  if (!secrecy.isDirect && !(await offersTls(socket, limit))) {
    if (secrecy.isOptional) return socket;
    throw new Error("PostgreSQL offers no TLS");
  }
  const name = isIP(host) ? {} : { servername: host };
  const secured = connectTls({ ...secrecy.tls, ...name, socket, host });
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
