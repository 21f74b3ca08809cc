import { setTimeout as pause } from "node:timers/promises";
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
} from "graphile-worker";
import { Pool } from "pg";
import type { Logger as Log } from "pino";
import { z } from "zod";
import type { Database } from "../postgres/database.ts";
import { closeAfterAbort, lockHolderTimeouts, maxStatementMs } from "../postgres/lock-holder.ts";
import { readPgAddress } from "../postgres/read-address.ts";

type Queue = {
  name: string;
  database: Pick<Database, "ownerUrl">;
  log: Log;
  /** `stopping` aborts when the process stops and the mail should be given back. */
  deliver(id: string, stopping: AbortSignal): Promise<void>;
  sweep(): Promise<void>;
  /** Other tasks by job name. */
  tasks: TaskList;
};

const SendMail = z.object({ id: z.uuid() });
const everyMinute = parseCronItems([{ task: "sweep_mail", match: "* * * * *" }]);
const restartAfterMs = 1_000;

/**
 * Batched without delay: if the worker cannot report a batch, it is notified; otherwise the error
 * would end the process.
 */
const reports = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Time to connect, and for PostgreSQL to answer, in milliseconds. */
const connectMs = 10_000;
const readMs = 15_000;

/** At a stop, the time for a mail in progress to be sent. */
const ending = { gracefulShutdownAbortTimeout: 5_000 };

/**
 * Runs jobs from `start` to `stop`. graphile-worker ends its run after several failures in a row,
 * for example while the database is down, so it is started again.
 */
export function runQueue({ name, database, log, deliver, sweep, tasks }: Queue) {
  const stopping = new AbortController();
  const pool = openPool(database.ownerUrl, name, log);
  let runner: Runner | undefined;
  let ended: Promise<void> | undefined;

  const begin = async (): Promise<Runner> => {
    const started = await run({
      preset: { worker: { ...reports, ...ending } },
      pgPool: pool,
      concurrency: 2,
      noHandleSignals: true,
      logger: queueLogger(log),
      parsedCronItems: everyMinute,
      taskList: {
        ...tasks,
        send_mail: (payload, { abortSignal }) => deliver(SendMail.parse(payload).id, abortSignal),
        sweep_mail: () => sweep(),
      },
    });
    // `keepRunning` awaits it later; until then a rejection must not be unhandled.
    started.promise.catch(() => undefined);
    try {
      await sweep();
    } catch (error) {
      await started.stop().catch(() => undefined);
      throw error;
    }
    return started;
  };

  const keepRunning = async (first: () => void): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner = await begin();
        first();
        await runner.promise;
      } catch (error) {
        first();
        log.warn({ err: error }, "mail queue interrupted");
      }
      await pause(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    start: () =>
      new Promise<void>((resolve) => {
        ended = keepRunning(resolve);
      }),
    stop: async () => {
      stopping.abort();
      await runner?.stop().catch(() => undefined);
      await ended;
      await pool.end();
    },
  };
}

/**
 * graphile-worker does not listen for errors of a connection whose socket is still closing, and
 * those would end the process. In pipeline mode a query timeout ends the connection.
 */
function openPool(databaseUrl: string, name: string, log: Log): Pool {
  const pool = new Pool({
    ...readPgAddress(databaseUrl),
    application_name: `${name.toLowerCase()}-mail`,
    pipeline: true,
    max: 4,
    connectionTimeoutMillis: connectMs,
    query_timeout: readMs,
  });
  const note = (error: Error) => log.debug({ err: error }, "mail queue connection ended");
  pool.on("error", note);
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}

/**
 * Installs graphile-worker's schema before our migrations; several processes may do so
 * concurrently.
 */
export async function installQueue(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const pgPool = new Pool({
    ...readPgAddress(databaseUrl, lockHolderTimeouts),
    max: 1,
    connectionTimeoutMillis: 10_000,
    query_timeout: maxStatementMs,
  });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => {
    client.on("error", () => undefined);
    closeAfterAbort(signal, client);
  });
  try {
    await runMigrations({ pgPool, logger: queueLogger() });
  } finally {
    await pgPool.end();
  }
}

/** Its "info" lines are about single jobs, so they are logged at debug level. */
function queueLogger(log?: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
}
