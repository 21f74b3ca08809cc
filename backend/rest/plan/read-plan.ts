import type { Condition, JsonStep } from "../parse/syntax.ts";
import type { Column, ColumnPair, Junction } from "../schema-cache/schema-cache.ts";

/** What will be read, with every name found in the schema cache (PostgREST, Plan/ReadPlan.hs). */
export type ReadPlan = {
  source: ReadSource;
  /** The SQL alias of the source, made here (t0, t1, …) and never taken from a caller. */
  alias: string;
  columns: OutputColumn[];
  embeds: Embed[];
  where: PlannedLogic[];
  order: PlannedOrder[];
  limit: number | null;
  offset: number;
};

/**
 * A table of public, the view of private through which one is read, the rows that the statement
 * itself has written or that a function gave, or what a function makes of the parent's row.
 */
export type ReadSource =
  | { kind: "table"; name: string }
  | { kind: "view"; name: string }
  | { kind: "rows" }
  | { kind: "routine"; name: string };

export type PlannedField = { column: Column; path: JsonStep[] };

/**
 * `field: null` is all columns of the source: PostgreSQL refuses it in its own words where the role
 * may read none.
 */
export type OutputColumn = { field: PlannedField | null; cast?: string; name: string };

export type Embed = {
  /** The key of the answer's JSON. */
  name: string;
  isToOne: boolean;
  isInner: boolean;
  /**
   * Its columns stand among those of the parent: one value each, or a list each where it is not
   * to-one.
   */
  isSpread: boolean;
  /** True for a to-one that could find more than one row, of which the first is taken. */
  isCut: boolean;
  /** False for `clients!inner()`, which filters and shows nothing. */
  isShown: boolean;
  join: Join;
  plan: ReadPlan;
};

/**
 * Pairs are [column of the parent, column of the embedded]; over a junction its own pairs hold. A
 * routine is given the parent's row, and what the parent reads from says how that is written.
 */
export type Join =
  | { kind: "direct"; columns: ColumnPair[] }
  | ({ kind: "junction" } & Junction)
  | { kind: "routine"; parent: ReadSource["kind"]; rowOf: string };

export type PlannedLogic =
  | { kind: "filter"; field: PlannedField; condition: Condition }
  | { kind: "embedded"; embed: Embed; exists: boolean }
  | { kind: "group"; negated: boolean; operator: "and" | "or"; terms: PlannedLogic[] };

export type PlannedOrder = {
  field: PlannedField;
  /** The to-one embed whose field it is; absent for the source's own. */
  embed?: Embed;
  direction: "asc" | "desc";
  nulls?: "first" | "last";
};
