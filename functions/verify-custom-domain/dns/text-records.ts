import { Resolver } from "node:dns/promises";

const timeoutMs = 2_000;
const tries = 2;
/** The total time limit, regardless of the number of servers. */
const totalTimeoutMs = 5_000;

/** DNS responses that mean that there is no such record. */
const absent = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Returns a function that reads the TXT records of a name, each joined into one string; an empty
 * list if there are none, null on a timeout. Uses the given servers (`address` or `address:port`)
 * or the system's.
 */
export function createTextRecordReader(
  servers: readonly string[],
): (name: string) => Promise<string[] | null> {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), totalTimeoutMs);
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(""));
    } catch (error) {
      return error instanceof Error && "code" in error && absent.has(String(error.code))
        ? []
        : null;
    } finally {
      clearTimeout(timer);
    }
  };
}
