import { setTimeout as pause } from "node:timers/promises";
import { isClash, isConnectionLost } from "./failures.ts";
import type { Lane, Lanes } from "./lanes.ts";
import { isSilence } from "./lost-errors.ts";
import { createPreparedTexts } from "./prepared-texts.ts";
import type { Asker } from "./turns.ts";

/** SQL with `$n` for its values, which are texts that PostgreSQL reads by the type it finds. */
export type CallerStatement = { text: string; values: string[] };

export type CallerStatementOptions<Row> = {
  /** A read runs in a read-only transaction, whatever functions it calls. */
  isReadOnly: boolean;
  /** Looks at the row before it is committed; what it throws rolls the statement back. */
  check?(row: Row): void;
};

/** What goes before a caller's statement: the one that sets role and claims; and whose share of the connections both take. */
export type Opening = CallerStatement & { asker: Asker };

/** Runs one statement of a caller after `opening`. */
export type RunCallerStatement = <Row extends object>(
  opening: Opening,
  statement: CallerStatement,
  options: CallerStatementOptions<Row>,
) => Promise<Row>;

/**
 * Begin, opening, statement and commit, sent in one go over one connection and answered in one; where `check` has a say, commit waits for it.
 * A read whose connection turns out to be lost is tried once more over a new one, and what clashes with others over rows some more times. Gives the statement's one row. Throws postgres.js's errors,
 * what `check` throws, and what `Turns.take` throws.
 */
export function createCallerStatement(lanes: Lanes): RunCallerStatement {
  // Strangers do not decide which statements of signed-in people and of our pages are prepared.
  const ofVisitors = createPreparedTexts();
  const ofOthers = createPreparedTexts();
  return async (opening, statement, options) => {
    const texts = opening.asker?.isVisitor ? ofVisitors : ofOthers;
    const step = { ...statement, prepare: texts.isWorthPreparing(statement.text) };
    let wasWarm = false;
    const ask = () =>
      lanes.use(opening.asker, (lane) => {
        wasWarm = lane.isWarm;
        return untilNoClash(() => run(lane, opening, step, options));
      });
    try {
      return await ask();
    } catch (error) {
      if (!options.isReadOnly || !wasWarm || !isCutOff(error)) throw error;
      return ask();
    }
  };
}

/** Whoever has waited for an answer in vain has waited long enough. */
function isCutOff(error: unknown): boolean {
  return isConnectionLost(error) && !isSilence(error);
}

function run<Row extends object>(
  lane: Lane,
  opening: CallerStatement,
  statement: Step,
  options: CallerStatementOptions<Row>,
): Promise<Row> {
  return lane.isWarm
    ? runTogether(lane, opening, statement, options)
    : runInTurn(lane, opening, statement, options);
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

type Step = CallerStatement & { prepare: boolean };

async function runTogether<Row extends object>(
  lane: Lane,
  opening: CallerStatement,
  statement: Step,
  { isReadOnly, check }: CallerStatementOptions<Row>,
): Promise<Row> {
  const begun = send(lane, begin(isReadOnly));
  const opened = send(lane, { ...opening, prepare: true });
  const answered = send<Row>(lane, statement);
  const committed = check ? null : send(lane, commit);
  try {
    await begun;
    await opened;
    const row = onlyRow(await answered);
    check?.(row);
    await (committed ?? send(lane, commit));
    return row;
  } catch (error) {
    if (committed) await committed.catch(() => undefined);
    else await rollBack(lane, error);
    throw error;
  }
}

/** For a lane that has not been connected yet: where a step fails, none may follow over a connection that is made anew. */
async function runInTurn<Row extends object>(
  lane: Lane,
  opening: CallerStatement,
  statement: Step,
  { isReadOnly, check }: CallerStatementOptions<Row>,
): Promise<Row> {
  await send(lane, begin(isReadOnly));
  try {
    await send(lane, { ...opening, prepare: true });
    const row = onlyRow(await send<Row>(lane, statement));
    check?.(row);
    await send(lane, commit);
    lane.isWarm = true;
    return row;
  } catch (error) {
    await rollBack(lane, error);
    throw error;
  }
}

const commit: Step = { text: "commit", values: [], prepare: true };

function begin(isReadOnly: boolean): Step {
  return { text: isReadOnly ? "begin read only" : "begin", values: [], prepare: true };
}

/** Ends the transaction after a refusal; with the connection lost there is none to end. */
async function rollBack(lane: Lane, error: unknown): Promise<void> {
  if (isConnectionLost(error)) return;
  await send(lane, { text: "rollback", values: [], prepare: true }).catch(() => undefined);
}

/** The type "unknown": PostgreSQL infers the parameter's type, and postgres.js sends the text as it is. */
const unknownType = 705;

/** Starts a step; whoever awaits an earlier one that fails need not look at it. */
function send<Row extends object>(lane: Lane, { text, values, prepare }: Step) {
  const parameters = values.map((value) => lane.sql.typed(value, unknownType));
  const query = lane.sql.unsafe<Row[]>(text, parameters, { prepare, ...extended }).execute();
  query.catch(() => undefined);
  return query;
}

/** The extended protocol also without parameters, so that begin and commit are prepared too; postgres.js knows the option, its types do not. */
const extended = { simple: false };

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("The statement gave no row");
  return row;
}
