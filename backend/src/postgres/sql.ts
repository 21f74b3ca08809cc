import { escapeIdentifier, type QueryResult, type QueryResultRow } from "pg";

/** What `${}` accepts: values, which are sent separately, and fragments. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly Value[]
  | Fragment;

/** Column names with their values. */
export type Columns = Readonly<Record<string, Value | undefined>>;

/** Sends a statement with the parameters `$1`, `$2` … */
export type Run = (text: string, values: unknown[]) => Promise<QueryResult>;

/** The rows of a result, with PostgreSQL's row count, which is also set if no rows are returned. */
export type Rows<Found> = Found & { count: number };

/** A statement, sent when awaited; or a fragment of another one, which is never sent itself. */
export type Statement<Found> = Promise<Rows<Found>> & Fragment;

/**
 * A template tag for SQL: sql`select … where id = ${id}`. Values in `${}` cannot change the text.
 */
export type Sql = {
  <Found extends readonly object[] = QueryResultRow[]>(
    words: TemplateStringsArray,
    ...values: Value[]
  ): Statement<Found>;
  /** A quoted column or table name, optionally `schema.table`. */
  (name: string): Fragment;
  /** The columns and values after `insert into …`, for one row or several with the same columns. */
  (rows: Columns | readonly Columns[]): Fragment;
  /** The assignments after `update … set`. */
  set(columns: Columns): Fragment;
  json(value: unknown): Fragment;
  /** Raw SQL with `$n` for values. Without values it may hold several statements. */
  unsafe<Found extends readonly object[] = QueryResultRow[]>(
    text: string,
    values?: unknown[],
  ): Statement<Found>;
};

/** A part of a statement: text with a value or another fragment between each two pieces. */
export class Fragment {
  readonly #words: readonly string[];
  readonly #parts: readonly (Value | undefined)[];

  constructor(words: readonly string[], parts: readonly (Value | undefined)[] = []) {
    this.#words = words;
    this.#parts = parts;
  }

  /** Returns the text and adds the values to those of the whole statement. */
  write(values: unknown[]): string {
    return this.#words.reduce((text, word, index) => {
      const part = this.#parts[index - 1];
      if (part === undefined) throw new TypeError("A statement contains an undefined value");
      const written = part instanceof Fragment ? part.write(values) : `$${values.push(part)}`;
      return text + written + word;
    });
  }
}

/** Creates a `sql` tag that sends statements with `run`. */
export function createSql(run: Run): Sql {
  const sql = (first: TemplateStringsArray | string | Columns | Columns[], ...values: Value[]) => {
    if (typeof first === "string") return identifier(first);
    if (isTemplate(first)) return new PendingStatement(run, first, values);
    return insertion(Array.isArray(first) ? first : [first]);
  };
  return Object.assign(sql, {
    set: assignment,
    json: (value: unknown) => new Fragment(["", "::jsonb"], [JSON.stringify(value)]),
    unsafe: (text: string, values: unknown[] = []) => new PendingStatement(run, [text], [], values),
  }) as unknown as Sql;
}

function isTemplate(
  first: TemplateStringsArray | Columns | Columns[],
): first is TemplateStringsArray {
  return "raw" in first && Array.isArray(first);
}

function identifier(name: string): Fragment {
  return new Fragment([name.split(".").map(escapeIdentifier).join(".")]);
}

function insertion(rows: readonly Columns[]): Fragment {
  const names = Object.keys(rows[0] ?? {});
  const head = `(${names.map(escapeIdentifier).join(", ")}) values (`;
  const between = rows.flatMap((_, row) =>
    names.map((_, at) => (at > 0 ? ", " : row > 0 ? "), (" : head)),
  );
  return new Fragment(
    [...between, ")"],
    rows.flatMap((row) => names.map((name) => row[name])),
  );
}

function assignment(columns: Columns): Fragment {
  const words = Object.keys(columns).map(
    (name, at) => `${at > 0 ? ", " : ""}${escapeIdentifier(name)} = `,
  );
  return new Fragment([...words, ""], Object.values(columns));
}

type Answer = Promise<Rows<QueryResultRow[]>>;

/** Sent once, at the first `then`. */
class PendingStatement extends Fragment implements Promise<Rows<QueryResultRow[]>> {
  readonly [Symbol.toStringTag] = "Statement";
  readonly #send: () => Answer;
  #answer: Answer | undefined;

  constructor(run: Run, words: readonly string[], parts: readonly Value[], own: unknown[] = []) {
    super(words, parts);
    this.#send = async () => {
      const values = [...own];
      return rowsOf(await run(this.write(values), values));
    };
  }

  #ask(): Answer {
    this.#answer ??= this.#send();
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is sent only when awaited
  then: Answer["then"] = (found, failed) => this.#ask().then(found, failed);
  catch: Answer["catch"] = (failed) => this.#ask().catch(failed);
  finally: Answer["finally"] = (done) => this.#ask().finally(done);
}

/** For several statements in one text there are no rows to return. */
function rowsOf({ rows = [], rowCount = 0 }: Partial<QueryResult>): Rows<QueryResultRow[]> {
  Object.defineProperty(rows, "count", { value: rowCount ?? 0 });
  return rows as Rows<QueryResultRow[]>;
}

/** Whether PostgreSQL can store the text: no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Recursion overflows the stack some thousand levels down; no valid input needs more than this. */
const deepest = 20;

/** Whether jsonb can store a JSON value: valid text, and nested no deeper than allowed. */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorableText(key) && isStorableJson(inner, depth + 1),
  );
}
