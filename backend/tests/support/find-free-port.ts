import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Finds a free port below the ephemeral range, from which an outgoing connection could take it
 * before the server does.
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
