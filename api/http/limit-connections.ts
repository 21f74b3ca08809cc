import type { Server } from "node:http";
import { networkOf, readAddress } from "./client-address.ts";

/**
 * How many connections the server keeps. Each can hold a block of headers, some requests that wait or an answer that nobody reads, 60 to 200 kB, and 15 kB when it is
 * idle. A proxy needs one for each request that it has under way, and a browser six, for a minute.
 */
export type ConnectionLimits = {
  all: number;
  /** Of one network, which may be a proxy or the people behind one address. */
  share: number;
};

/** Closes at once the connections beyond the limits. */
export function limitConnections(server: Server, { all, share }: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.maxConnections = all;
  server.on("connection", (socket) => {
    const network = networkOf(readAddress(socket.remoteAddress ?? "") ?? "");
    const own = open.get(network) ?? 0;
    if (own >= share) {
      socket.destroy();
      return;
    }
    open.set(network, own + 1);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
