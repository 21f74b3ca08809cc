import { escapeIdentifier, type QueryResult, type QueryResultRow } from "pg";

/** What a statement holds besides its own words: values, which PostgreSQL gets apart, and parts. */
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

/** Names of columns with their values. */
export type Columns = Readonly<Record<string, Value | undefined>>;

/** Sends a statement whose values are `$1`, `$2` … */
export type Run = (text: string, values: unknown[]) => Promise<QueryResult>;

/** The rows of an answer, and of how many PostgreSQL speaks, also where it gives none back. */
export type Rows<Found> = Found & { count: number };

/** A statement, which is sent when somebody awaits it, or a part of another one, which never is. */
export type Statement<Found> = Promise<Rows<Found>> & Fragment;

/** Writes SQL: sql`select … where id = ${id}`. What stands in `${}` changes no word of it. */
export type Sql = {
  <Found extends readonly object[] = QueryResultRow[]>(
    words: TemplateStringsArray,
    ...values: Value[]
  ): Statement<Found>;
  /** The name of a column or table; one with its schema has a point in it. */
  (name: string): Fragment;
  /** What follows `insert into …`: columns, and values of one row or of several alike. */
  (rows: Columns | readonly Columns[]): Fragment;
  /** What follows `update … set`. */
  set(columns: Columns): Fragment;
  json(value: unknown): Fragment;
  /** Text from elsewhere, with `$n` for its values; without any it may be several statements. */
  unsafe<Found extends readonly object[] = QueryResultRow[]>(
    text: string,
    values?: unknown[],
  ): Statement<Found>;
};

/** A part of a statement: words with a value or another part between each two. */
export class Fragment {
  readonly #words: readonly string[];
  readonly #parts: readonly (Value | undefined)[];

  constructor(words: readonly string[], parts: readonly (Value | undefined)[] = []) {
    this.#words = words;
    this.#parts = parts;
  }

  /** Its text; its values are added to those of the whole statement. */
  write(values: unknown[]): string {
    return this.#words.reduce((text, word, index) => {
      const part = this.#parts[index - 1];
      if (part === undefined) throw new TypeError("A statement holds a value that is undefined");
      const written = part instanceof Fragment ? part.write(values) : `$${values.push(part)}`;
      return text + written + word;
    });
  }
}

/** Writes statements that `run` sends. */
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

/** Sent at the first `then`, and once. */
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

  // biome-ignore lint/suspicious/noThenProperty: it is sent only when somebody awaits it
  then: Answer["then"] = (found, failed) => this.#ask().then(found, failed);
  catch: Answer["catch"] = (failed) => this.#ask().catch(failed);
  finally: Answer["finally"] = (done) => this.#ask().finally(done);
}

/** Of several statements in one text nobody asks for rows. */
function rowsOf({ rows = [], rowCount = 0 }: Partial<QueryResult>): Rows<QueryResultRow[]> {
  Object.defineProperty(rows, "count", { value: rowCount ?? 0 });
  return rows as Rows<QueryResultRow[]>;
}

/** Whether PostgreSQL can keep the text: it has no NUL and no half of a surrogate pair. */
export function isKeptText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Recursion runs out of stack some thousand levels down; nobody means more than these. */
const deepest = 20;

/** Whether jsonb can keep a JSON value: all its text, and no deeper than anybody means it. */
export function isKeptJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isKeptText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(
    ([key, inner]) => isKeptText(key) && isKeptJson(inner, depth + 1),
  );
}
