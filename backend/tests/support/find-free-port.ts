import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port of this machine that nobody listens on, below those that systems give to outgoing
 * connections: one of those would be taken by somebody's request before the server has it.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return (await isFree(port)) ? port : findFreePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
