import { type Client, DatabaseError } from "pg";

const noteworthyMs = 1_000;
const lockNotAvailable = "55P03";

/**
 * Takes an advisory lock for the connection's session. `onWait` hears when it is not free within a
 * second; when it does not come free in the time that the session waits for locks, throws
 * `refusal`.
 */
export async function waitForLock(
  client: Client,
  lock: number,
  { onWait, refusal }: { onWait: () => void; refusal: string },
): Promise<void> {
  const waiting = setTimeout(onWait, noteworthyMs);
  try {
    await client.query("select pg_catalog.pg_advisory_lock($1)", [lock]);
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== lockNotAvailable) throw cause;
    throw new Error(refusal, { cause });
  } finally {
    clearTimeout(waiting);
  }
}
