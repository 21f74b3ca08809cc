import { setTimeout as pause } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { readPgAddress } from "./read-address.ts";

/** `onNotify` gets what was sent along. After `onReconnect` something may have been missed. */
export type Hearing = { onNotify(payload: string): void; onReconnect(): void };

const connectMs = 3_000;
/** A process that hears nothing for so long is deaf. */
const answerMs = 1_000;
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
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Client | null = null;
  const connect = async (): Promise<boolean> => {
    const client = new Client({
      ...readPgAddress(url),
      application_name: application,
      connectionTimeoutMillis: connectMs,
      // What does not answer in time is left for a new connection: so pg does in a pipeline.
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
     * Asks over the listening connection itself. True once it has answered: whatever was committed
     * before the question has been heard by then. False where there is no connection, or no answer.
     */
    hears: async (): Promise<boolean> => {
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
