import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { PoolClient, QueryConfig } from "pg";
import { requireWrites, send, sendTogether } from "./connections.ts";
import { isClash, isConnectionLost } from "./failures.ts";
import type { Asker } from "./shares.ts";

const mostPrepared = 100;
const mostRemembered = 1_000;
const usesBefore = 3;

/** Twice what the longest of our own pages has. 200 of 15 kB took 1.2 GB of PostgreSQL's memory. */
const longestText = 2_500;

/** How long a connection lives. Then others may have the places of those that nobody asks for. */
const forgetAfterMs = 30 * 60 * 1000;

let names = 0;

/**
 * Which statements are worth a named prepared statement, and its name. PostgreSQL keeps one for as
 * long as the connection lives, with a plan that grows with the text, and callers decide how many
 * different ones there are and how long: so only a short text that keeps coming back gets one, and
 * only so many do.
 */
export function createPreparedTexts() {
  const prepared = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: mostRemembered });
  let since = performance.now();
  const forgetInTime = (): void => {
    if (performance.now() - since < forgetAfterMs) return;
    prepared.clear();
    since = performance.now();
  };
  return {
    /** A name that no other text ever has, or none. */
    nameOf(text: string): string | undefined {
      if (text.length > longestText) return undefined;
      forgetInTime();
      const known = prepared.get(text);
      if (known !== undefined || prepared.size >= mostPrepared) return known;
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

/** SQL with `$n` for its values, which are texts that PostgreSQL reads by the type it finds. */
export type CallerStatement = { text: string; values: string[] };

export type CallerStatementOptions<Row> = {
  /** A read runs in a read-only transaction, whatever functions it calls. */
  isReadOnly: boolean;
  /** An `explain` beside a read; what it gives stands in the row, too. */
  estimate?: CallerStatement | null;
  /** Looks at the row before it is committed; what it throws rolls the statement back. */
  check?(row: Row): void;
};

/** What goes before a caller's statement, and whose share of the connections both take. */
export type Opening = { statement: QueryConfig; asker: Asker };

/** Runs one statement of a caller after `opening`. */
export type RunCallerStatement = <Row extends object>(
  opening: Opening,
  statement: CallerStatement,
  options: CallerStatementOptions<Row>,
) => Promise<Row>;

/** Lends a connection for callers when it is the asker's turn. */
export type Lend = <T>(asker: Asker, work: (client: PoolClient) => Promise<T>) => Promise<T>;

/**
 * Begin, opening, statement and commit, sent in one go over one connection and answered in one;
 * where `check` has a say, commit waits for it. PostgreSQL runs the statement although begin or the
 * opening failed, so the connection's own role may do nothing (docs/decisions/067). A read whose
 * connection turns out to be lost is tried once more over another one, and what clashes with others
 * over rows some more times. Gives the statement's one row. Throws pg's errors and what `check` and
 * `lend` throw.
 */
export function createCallerStatement(lend: Lend): RunCallerStatement {
  // Strangers do not decide which statements of people and of our pages are prepared.
  const ofVisitors = createPreparedTexts();
  const ofOthers = createPreparedTexts();
  return async (opening, statement, options) => {
    const texts = opening.asker?.isVisitor ? ofVisitors : ofOthers;
    const named = { name: texts.nameOf(statement.text), ...statement };
    const ask = () =>
      lend(opening.asker, (client) =>
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

/** Two that each have rows of the other clash again unless one waits a little longer. */
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

/** Each has a name, so that PostgreSQL parses it once a connection. */
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
    const answers = await sendTogether(client, check ? steps : [...steps, commit]);
    const row = answers[2]?.rows[0] as Row | undefined;
    if (row === undefined) throw new Error("The statement gave no row");
    if (estimate) Object.assign(row, answers[3]?.rows[0]);
    check?.(row);
    if (check) await send(client, commit);
    return row;
  } catch (error) {
    if (check) await send(client, { text: "rollback" }).catch(() => undefined);
    throw isReadOnly ? error : requireWrites(error);
  }
}

/** The database role a request runs under, as Supabase names them. */
export type Role = "anon" | "authenticated" | "service_role";

/** Who a verified token says the caller is: the database role and the token's claims. */
export type Identity = {
  role: Role;
  claims: Record<string, unknown> & { sub?: string; session_id?: string; aal?: string };
};
