import type { Server } from "node:http";
import { networkOf, readAddress } from "./client-address.ts";
import { createTally } from "./tally.ts";

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
  const open = createTally();
  server.maxConnections = all;
  server.on("connection", (socket) => {
    const network = networkOf(readAddress(socket.remoteAddress ?? "") ?? "");
    if (open.of(network) >= share) {
      socket.destroy();
      return;
    }
    open.add(network, 1);
    socket.once("close", () => open.add(network, -1));
  });
}
