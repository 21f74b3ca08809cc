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
import { endSoonAfter, lockHolderTimeouts, longestStatementMs } from "../postgres/lock-holder.ts";
import { readPgAddress } from "../postgres/read-address.ts";

type Queue = {
  name: string;
  database: Pick<Database, "ownerUrl">;
  log: Log;
  /** `stopping` says that the process ends and the mail should be given back. */
  deliver(id: string, stopping: AbortSignal): Promise<void>;
  sweep(): Promise<void>;
  /** Other work, by the names of its jobs. */
  tasks: TaskList;
};

const SendMail = z.object({ id: z.uuid() });
const everyMinute = parseCronItems([{ task: "sweep_mail", match: "* * * * *" }]);
const restartAfterMs = 1_000;

/**
 * In batches without a delay, since only of a batch that could not be reported does the worker
 * hear; otherwise the error ends the process.
 */
const reports = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds. */
const connectMs = 10_000;
const readMs = 15_000;

/** At a stop, the time in which a mail in hand may still be sent. */
const ending = { gracefulShutdownAbortTimeout: 5_000 };

/**
 * Works from `start` to `stop`. graphile-worker ends its run after some failures in a row, as when
 * the database was away, so it is run again.
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
    // Heard again by whoever waits for it; until then the run may end unheard.
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
 * graphile-worker's own connections have nobody to hear an error between their end and their
 * socket's, which ends the process. In pipeline mode an answer that is owed too long ends the
 * connection.
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

/** Installs graphile-worker's own schema before our migrations; several processes may at once. */
export async function installQueue(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const pgPool = new Pool({
    ...readPgAddress(databaseUrl, lockHolderTimeouts),
    max: 1,
    connectionTimeoutMillis: 10_000,
    query_timeout: longestStatementMs,
  });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => {
    client.on("error", () => undefined);
    endSoonAfter(signal, client);
  });
  try {
    await runMigrations({ pgPool, logger: queueLogger() });
  } finally {
    await pgPool.end();
  }
}

/** Its "info" is about single jobs, hence debug here. */
function queueLogger(log?: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
}
