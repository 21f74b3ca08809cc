import { Client } from "pg";
import { hasCode } from "./failures.ts";
import { readPgAddress } from "./read-address.ts";

/**
 * Settings of a session that asks without a pause while others wait for its locks: an answer that
 * nobody takes, or half a minute without the next question, means that whoever asked is gone, also
 * where a proxy that has forgotten it still takes everything. A killed one is noticed sooner.
 */
export const lockHolderTimeouts = {
  tcp_user_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
  idle_session_timeout: 30_000,
  client_connection_check_interval: 500,
} as const;

const connectMs = 10_000;

/** Longer than any statement of a migration, and than others take whose end it waits for. */
export const longestStatementMs = 3_600_000;

/** How long a statement that is under way may still take once the signal is given. */
const graceMs = 3_000;

type Patience = { signal?: AbortSignal | undefined; readMs?: number | undefined };

/**
 * Connects for work whose locks others wait for. Once PostgreSQL has ended it each statement fails;
 * one without an answer fails after `readMs`, and soon after `signal` the connection is cut off.
 */
export async function connectLockHolder(
  databaseUrl: string,
  { signal, readMs = longestStatementMs }: Patience,
): Promise<Client> {
  const client = new Client({
    ...readPgAddress(databaseUrl, lockHolderTimeouts),
    connectionTimeoutMillis: connectMs,
    query_timeout: readMs,
  });
  client.on("error", () => undefined);
  endSoonAfter(signal, client);
  await client.connect();
  return client;
}

/** Cuts a connection off soon after the signal, whatever is under way over it. */
export function endSoonAfter(signal: AbortSignal | undefined, client: Client): void {
  const giveUp = () => setTimeout(() => client.end().catch(() => undefined), graceMs).unref();
  signal?.addEventListener("abort", giveUp, { once: true });
  client.once("end", () => signal?.removeEventListener("abort", giveUp));
}

/**
 * Any number that no other user of the database's advisory locks takes, as the next one. A restore
 * holds it from its first look to its end.
 */
export const restoreLock = 7_220_118_334;

/**
 * Any number that no other user of the database's advisory locks takes. A backup holds it from
 * before its snapshot until it has read the last object; whoever removes an object's bytes shares
 * it meanwhile. So what a snapshot names stays readable, with any number of processes.
 */
export const backupLock = 7_220_118_333;

const noteworthyMs = 1_000;
const lockNotAvailable = "55P03";

/**
 * Takes an advisory lock for the connection's session. `onWait` hears when it is not free within a
 * second. Throws `refusal` when it does not come free in the time that the session waits for locks,
 * if it has one.
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
