import { setTimeout as pause } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { readPgAddress } from "./read-address.ts";

/** `onNotify` gets the payload. `onReconnect` means that notifications may have been missed. */
export type NotificationHandlers = { onNotify(payload: string): void; onReconnect(): void };

const connectMs = 3_000;
/** A connection that does not answer for this long is considered lost. */
const answerMs = 1_000;
const reconnectMs = 500;

/**
 * Listens to a `notify` channel on a separate connection. If it is lost, or cannot be opened at
 * first, reconnects until it succeeds and then calls `onReconnect`: notifications sent in between
 * were missed.
 */
export async function listen(
  { url, application }: { url: string; application: string },
  channel: string,
  { onNotify, onReconnect }: NotificationHandlers,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Client | null = null;
  const connect = async (): Promise<boolean> => {
    const client = new Client({
      ...readPgAddress(url),
      application_name: application,
      connectionTimeoutMillis: connectMs,
      // In pipeline mode, pg closes a connection that does not answer in time.
      pipeline: true,
      query_timeout: answerMs,
    });
    client.on("error", () => undefined);
    client.on("notification", ({ payload = "" }) => onNotify(payload));
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
      signal.throwIfAborted();
    } catch {
      client.end().catch(() => undefined);
      return false;
    }
    client.once("end", reconnect);
    current = client;
    return true;
  };
  const reconnect = async (): Promise<void> => {
    current = null;
    while (!signal.aborted) {
      await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && (await connect())) return onReconnect();
    }
  };
  if (!(await connect())) void reconnect();
  return {
    /**
     * Pings the listening connection. True once it answered: anything committed before the ping has
     * been received by then. False without a connection or an answer.
     */
    isCaughtUp: async (): Promise<boolean> => {
      const asked = current;
      if (!asked) return false;
      const answer = asked.query("select").then(
        () => true,
        () => false,
      );
      return (await answer) && asked === current;
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await current?.end();
    },
  };
}

export type Listener = Awaited<ReturnType<typeof listen>>;
