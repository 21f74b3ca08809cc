import type { Server } from "node:net";

/** Counts the connections that come to a server, those that it refuses included. */
export type Arrivals = { count(): number; watch(server: Server): void };

/** A count that nobody has come to yet. */
export function createArrivals(): Arrivals {
  let arrived = 0;
  const add = (): void => {
    arrived += 1;
  };
  return { count: () => arrived, watch: (server) => server.on("connection", add).on("drop", add) };
}
