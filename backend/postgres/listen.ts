import { setTimeout as pause } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { readPgAddress } from "./read-address.ts";

/** What hears a channel until it is stopped. */
export type Listener = { stop(): Promise<void> };

type Hearing = { onNotify(): void; onReconnect(): void };

const connectMs = 3_000;
const reconnectMs = 500;

/**
 * Hears a channel of PostgreSQL's `notify` over a connection of its own. When that is lost, or
 * cannot be made at first, it makes another one, for as long as it takes, and says so: what was
 * told meanwhile was not heard.
 */
export async function listen(
  { url, application }: { url: string; application: string },
  channel: string,
  { onNotify, onReconnect }: Hearing,
): Promise<Listener> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Client | null = null;
  const connect = async (): Promise<boolean> => {
    const client = new Client({
      ...readPgAddress(url),
      application_name: application,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
    });
    client.on("error", () => undefined);
    client.on("notification", onNotify);
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
    stop: async () => {
      stopping.abort();
      await current?.end();
    },
  };
}
