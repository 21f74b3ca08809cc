import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { PoolClient, QueryConfig } from "pg";
import { send, sendPipelined, toReadOnlyServerError } from "./connections.ts";
import { isClash, isConnectionLost } from "./failures.ts";
import type { Requester } from "./shares.ts";

const maxPrepared = 100;
const maxTracked = 1_000;
const usesBefore = 3;

/**
 * Twice the length of our own pages' longest statement. 200 prepared texts of 15 kB took 1.2 GB.
 */
const maxTextLength = 2_500;

/** The lifetime of a connection. After it, the slots of unused texts are free for others. */
const forgetAfterMs = 30 * 60 * 1000;

let names = 0;

/**
 * Decides which statements become named prepared statements. PostgreSQL keeps one for the lifetime
 * of the connection, with a plan that grows with the text, and callers control how many different
 * texts there are. So only short, recurring texts are prepared, up to a limit.
 */
export function createPreparedTexts() {
  const prepared = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: maxTracked });
  let since = performance.now();
  const forgetInTime = (): void => {
    if (performance.now() - since < forgetAfterMs) return;
    prepared.clear();
    since = performance.now();
  };
  return {
    /** A name unique to this text, or undefined if it is not to be prepared. */
    nameOf(text: string): string | undefined {
      if (text.length > maxTextLength) return undefined;
      forgetInTime();
      const known = prepared.get(text);
      if (known !== undefined || prepared.size >= maxPrepared) return known;
      const count = (uses.get(text) ?? 0) + 1;
      uses.set(text, count);
      if (count < usesBefore) return undefined;
      names += 1;
      const name = `s${names}`;
      prepared.set(text, name);
      return name;
    },
  };
}

/** SQL with `$n` for its values. The values are text; PostgreSQL infers their types. */
export type CallerStatement = { text: string; values: string[] };

export type CallerStatementOptions<Row> = {
  /** A read runs in a read-only transaction, including the functions that it calls. */
  isReadOnly: boolean;
  /** An `explain` to run with a read; its result is added to the row. */
  estimate?: CallerStatement | null;
  /** Checks the row before the commit; throwing rolls the statement back. */
  check?(row: Row): void;
};

/** The statement that runs before a caller's own, and the client that both are counted against. */
export type Opening = { statement: QueryConfig; requester: Requester };

/** Runs one statement of a caller after `opening`. */
export type RunCallerStatement = <Row extends object>(
  opening: Opening,
  statement: CallerStatement,
  options: CallerStatementOptions<Row>,
) => Promise<Row>;

/** Runs work on a pooled connection when it is the client's turn. */
export type WithClient = <T>(
  requester: Requester,
  work: (client: PoolClient) => Promise<T>,
) => Promise<T>;

/**
 * Sends begin, opening, statement and commit in one round trip; with `check`, the commit waits for
 * it. PostgreSQL runs the statement even if begin or the opening failed, so the login role must
 * have no rights (docs/decisions/067). A read is retried once if its connection was lost, and any
 * statement a few times after a serialization failure or deadlock. Returns the statement's one row.
 * Throws pg's errors and those of `check` and `withClient`.
 */
export function createCallerStatement(withClient: WithClient): RunCallerStatement {
  // Visitors have their own prepared statements, so that they cannot use up those of signed-in
  // users and our pages.
  const ofVisitors = createPreparedTexts();
  const ofOthers = createPreparedTexts();
  return async (opening, statement, options) => {
    const texts = opening.requester?.isVisitor ? ofVisitors : ofOthers;
    const named = { name: texts.nameOf(statement.text), ...statement };
    const ask = () =>
      withClient(opening.requester, (client) =>
        untilNoClash(() => runTogether(client, [opening.statement, named], options)),
      );
    try {
      return await ask();
    } catch (error) {
      if (!options.isReadOnly || !isConnectionLost(error)) throw error;
      return ask();
    }
  };
}

/** Random, growing pauses: two transactions that deadlocked would otherwise deadlock again. */
const pausesMs = [20, 80, 300];

async function untilNoClash<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isClash(error)) throw error;
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
  return work();
}

/** Named, so that PostgreSQL parses each once per connection. */
export const beginWriting = { name: "begin", text: "begin" };
export const beginReading = { name: "begin_read_only", text: "begin read only" };
const commit = { name: "commit", text: "commit" };

async function runTogether<Row extends object>(
  client: PoolClient,
  [opening, statement]: [QueryConfig, QueryConfig],
  { isReadOnly, estimate, check }: CallerStatementOptions<Row>,
): Promise<Row> {
  const begin = isReadOnly ? beginReading : beginWriting;
  const steps = [begin, opening, statement, ...(estimate ? [estimate] : [])];
  try {
    const answers = await sendPipelined(client, check ? steps : [...steps, commit]);
    const row = answers[2]?.rows[0] as Row | undefined;
    if (row === undefined) throw new Error("The statement returned no row");
    if (estimate) Object.assign(row, answers[3]?.rows[0]);
    check?.(row);
    if (check) await send(client, commit);
    return row;
  } catch (error) {
    if (check) await send(client, { text: "rollback" }).catch(() => undefined);
    throw isReadOnly ? error : toReadOnlyServerError(error);
  }
}

/** The database role of a request, with Supabase's names. */
export type Role = "anon" | "authenticated" | "service_role";

/** The identity of a verified token: database role and claims. */
export type Identity = {
  role: Role;
  claims: Record<string, unknown> & { sub?: string; session_id?: string; aal?: string };
};
