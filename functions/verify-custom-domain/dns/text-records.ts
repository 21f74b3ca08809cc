import { Resolver } from "node:dns/promises";

const timeoutMs = 2_000;
const tries = 2;
/** Nobody waits longer, however many servers there are to ask. */
const patienceMs = 5_000;

/** Answers of the DNS that mean: there is no such record. */
const absent = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Gives the way to read a name's TXT records, each in one piece; none where there are none, null
 * where nobody answers in time. Asks the given servers (`address` or `address:port`), or else those
 * of the machine.
 */
export function createTextRecordReader(
  servers: readonly string[],
): (name: string) => Promise<string[] | null> {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), patienceMs);
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
