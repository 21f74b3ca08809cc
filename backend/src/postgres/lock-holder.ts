import { Client } from "pg";
import { hasCode } from "./failures.ts";
import { readPgAddress } from "./read-address.ts";

/**
 * Session settings for a client that sends statements without a pause while others wait for its
 * locks: if it does not read an answer, or sends nothing for half a minute, it is gone, even if a
 * proxy keeps its connection open. A killed client is noticed sooner.
 */
export const lockHolderTimeouts = {
  tcp_user_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
  idle_session_timeout: 30_000,
  client_connection_check_interval: 500,
} as const;

const connectMs = 10_000;

/** Longer than any statement of a migration, and than any lock that it waits for. */
export const maxStatementMs = 3_600_000;

/** How long a running statement may still take after the abort. */
const graceMs = 3_000;

type Patience = { signal?: AbortSignal | undefined; readMs?: number | undefined };

/**
 * Connects for work that holds locks. A statement without an answer fails after `readMs`; soon
 * after `signal` aborts, the connection is closed.
 */
export async function connectLockHolder(
  databaseUrl: string,
  { signal, readMs = maxStatementMs }: Patience,
): Promise<Client> {
  const client = new Client({
    ...readPgAddress(databaseUrl, lockHolderTimeouts),
    connectionTimeoutMillis: connectMs,
    query_timeout: readMs,
  });
  client.on("error", () => undefined);
  closeAfterAbort(signal, client);
  await client.connect();
  return client;
}

/** Closes a connection soon after the abort, even with a statement in progress. */
export function closeAfterAbort(signal: AbortSignal | undefined, client: Client): void {
  const giveUp = () => setTimeout(() => client.end().catch(() => undefined), graceMs).unref();
  signal?.addEventListener("abort", giveUp, { once: true });
  client.once("end", () => signal?.removeEventListener("abort", giveUp));
}

/**
 * An arbitrary advisory lock key, different from the others. A restore holds the lock from its
 * first check to its end.
 */
export const restoreLock = 7_220_118_334;

/**
 * An arbitrary advisory lock key, different from the others. A backup holds the lock from before
 * its snapshot until it has read the last object. Removing an object's bytes takes it in shared
 * mode, so the objects of the snapshot stay readable, with any number of processes.
 */
export const backupLock = 7_220_118_333;

const noteworthyMs = 1_000;
const lockNotAvailable = "55P03";

/**
 * Takes a session-level advisory lock. Calls `onWait` if it is not free within a second. Throws
 * `refusal` after the session's lock timeout, if it has one.
 */
export async function waitForLock(
  client: Client,
  lock: number,
  { onWait, refusal }: { onWait: () => void; refusal?: string },
): Promise<void> {
  const waiting = setTimeout(onWait, noteworthyMs);
  try {
    await client.query("select pg_catalog.pg_advisory_lock($1)", [lock]);
  } catch (cause) {
    if (!refusal || !hasCode(cause, lockNotAvailable)) throw cause;
    throw new Error(refusal, { cause });
  } finally {
    clearTimeout(waiting);
  }
}
