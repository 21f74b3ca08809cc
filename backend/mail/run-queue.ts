import { setTimeout as pause } from "node:timers/promises";
import { parseCronItems, type Runner, run, type TaskList } from "graphile-worker";
import { Pool } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "#backend/postgres/database.ts";
import { readPgAddress } from "#backend/postgres/read-address.ts";
import { queueLogger } from "./install-queue.ts";

type Queue = {
  name: string;
  database: Pick<Database, "ownerUrl">;
  log: Logger;
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
 * Jobs are reported as done or failed in batches, though without a delay: only of those does the
 * worker hear that the report failed, and ends its run. Of a single report it does not, and an
 * error that nobody hears ends the process.
 */
const reports = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** How long connecting may take, and how long PostgreSQL may owe an answer, in milliseconds. */
const connectMs = 10_000;
const readMs = 15_000;

/** At a stop, the time in which a mail in hand may still be sent. */
const ending = { gracefulShutdownAbortTimeout: 5_000 };

/**
 * Works on the queue from `start` to `stop`, also after the database was away: graphile-worker ends
 * its run after some failures in a row, so it is run again. `start` resolves when the first run
 * works or has failed; it does not throw for a database that is down.
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
 * Connections for graphile-worker. Those that it would open itself have nobody to hear an error
 * between their end and the end of their socket, and an error that nobody hears ends the process.
 * In pipeline mode a connection that owes an answer for too long is ended, and not only its query.
 */
function openPool(databaseUrl: string, name: string, log: Logger): Pool {
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
