import { Socket } from "node:net";
import { Client, Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import { followAnswers } from "#api/postgres/owed-answers.ts";
import { readPgAddress } from "#api/postgres/read-address.ts";
import type { Silences } from "#api/postgres/silences.ts";

/** How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds. */
const connectMs = 10_000;
const silenceMs = 15_000;

/** A running site's log, who notices the silences of the connections, and settings of their sessions. */
type QueuePoolOptions = { log?: Logger; silences: Silences; settings?: Record<string, number> };

/**
 * Connections for graphile-worker. Those that it would open itself have nobody to hear an error between their end and the end of their socket, and an error that
 * nobody hears ends the process; and it would wait for ever on one whose other end is gone without a word.
 */
export function openQueuePool(
  databaseUrl: string,
  max: number,
  { log, silences, settings }: QueuePoolOptions,
): Pool {
  const pool = new Pool({
    ...readPgAddress(databaseUrl, settings),
    max,
    connectionTimeoutMillis: connectMs,
    application_name: "vitrina-mail",
  });
  const note = (error: Error) => log?.debug({ err: error }, "mail queue connection ended");
  pool.on("error", note);
  pool.on("connect", (client) => {
    client.on("error", note);
    watch(client, silences);
  });
  return pool;
}

function watch(client: PoolClient, silences: Silences): void {
  const stream = client instanceof Client ? client.connection.stream : null;
  if (!(stream instanceof Socket)) return;
  silences.watch(stream, followAnswers(stream, { isNew: false }), silenceMs);
}
