import type { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import type { OwedAnswers } from "./owed-answers.ts";
import { readPgAddress } from "./read-address.ts";
import { endSilent } from "./silences.ts";

/** Looks after one connection whose statements may take hours, and may be silent all that time. */
export type WorkWatch = {
  watch(socket: Socket, answers: Pick<OwedAnswers, "isOwed">, limitMs: number): void;
  /** Tells which process of PostgreSQL works for the connection (`pg_backend_pid()`), once that is known. */
  follow(pid: number): void;
};

/** How long a statement that is under way may still take once the signal is given. */
const graceMs = 3_000;

/** So often in a row PostgreSQL has to say that it works no more for a connection that is silent: its answer may be on the way. */
const silentLooks = 2;

/**
 * A watch over one connection. Where it is silent and something is owed, PostgreSQL is asked over another one whether it still works on it; if not, what was said is
 * lost, and the connection ends with ETIMEDOUT. It ends, too, when `signal` is given and what is under way is not over soon.
 */
export function createWorkWatch(databaseUrl: string, signal?: AbortSignal): WorkWatch {
  let pid: number | null = null;
  const isAtWork = async () => pid !== null && isWorking(databaseUrl, pid);
  return {
    follow(worker) {
      pid = worker;
    },
    watch(socket, answers, limitMs) {
      const look = createLook(socket, answers, isAtWork);
      const looking = setInterval(look, limitMs).unref();
      const giveUp = () => setTimeout(() => endSilent(socket), graceMs).unref();
      signal?.addEventListener("abort", giveUp, { once: true });
      socket.once("close", () => {
        clearInterval(looking);
        signal?.removeEventListener("abort", giveUp);
      });
    },
  };
}

function createLook(
  socket: Socket,
  answers: Pick<OwedAnswers, "isOwed">,
  isAtWork: () => Promise<boolean>,
): () => Promise<void> {
  let passed = -1;
  let silent = 0;
  const isStill = () => {
    const before = passed;
    passed = socket.bytesRead + socket.bytesWritten;
    // What has come and nobody has taken yet is no silence of PostgreSQL's.
    return passed === before && answers.isOwed() && socket.readableLength === 0;
  };
  return async () => {
    const isLost = isStill() && !(await isAtWork()) && isStill();
    silent = isLost ? silent + 1 : 0;
    if (silent >= silentLooks) endSilent(socket);
  };
}

const patienceMs = 10_000;

/** One that waits for us to take its answer has worked, and we have not heard of it. Where nobody keeps track of who works (track_activities) whoever is there may be at work. */
const workQuery = `
  select coalesce(state, 'disabled') in ('active', 'disabled') and wait_event is distinct from 'ClientWrite' as working
  from pg_catalog.pg_stat_activity where pid = $1`;

/** A PostgreSQL that refuses to say so lives, and may be at work. */
async function isWorking(databaseUrl: string, pid: number): Promise<boolean> {
  const client = new Client({
    ...readPgAddress(databaseUrl),
    application_name: "vitrina-watch",
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ working: boolean | null }>(workQuery, [pid]);
    return rows[0]?.working ?? false;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    client.end().catch(() => undefined);
  }
}
