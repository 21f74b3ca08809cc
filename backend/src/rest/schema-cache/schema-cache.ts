export type Column = {
  name: string;
  /** The type as SQL writes it, without a length: what a value from JSON is read as. */
  type: string;
  isJson: boolean;
  /** The SQL of its default; null when it has none. */
  fallback: string | null;
  /** The roles that may select it. */
  readers: ReadonlySet<string>;
  /**
   * The table whose row a function makes it of, which is read like a column: never part of `*`,
   * never written. Null for a column of the table's own.
   */
  computedFrom: string | null;
};

export type Table = {
  name: string;
  isView: boolean;
  /** The view of schema private through which signed-in people read it; null without one. */
  readableView: string | null;
  columns: ReadonlyMap<string, Column>;
  primaryKey: string[];
};

/**
 * A foreign key: pairs are [referring column, referred column]. A view that shows all columns of
 * one end can stand for that table (PostgREST, addViewM2OAndO2ORels), under the constraint's name.
 */
export type ForeignKey = {
  constraint: string;
  from: string;
  to: string;
  columns: ColumnPair[];
  isUnique: boolean;
};

/** A way from one table to another. Column pairs are [column here, column there]. */
export type Relationship = { from: string; to: string } & (
  | {
      kind: "many-to-one" | "one-to-many" | "one-to-one";
      constraint: string;
      columns: ColumnPair[];
    }
  | { kind: "many-to-many"; junction: Junction }
  | { kind: "computed"; routine: string; isToOne: boolean }
);

export type ColumnPair = readonly [string, string];

export type Junction = {
  table: string;
  constraints: readonly [string, string];
  /** Pairs [column here, column of the junction]. */
  fromColumns: ColumnPair[];
  /** Pairs [column of the junction, column there]. */
  toColumns: ColumnPair[];
};

export type RoutineArgument = { name: string; type: string; required: boolean; variadic: boolean };

export type Routine = {
  name: string;
  args: RoutineArgument[];
  isSet: boolean;
  /** Whether it gives at most one row. */
  isOne: boolean;
  /**
   * The table or view whose row is its one argument: such a function is also a column, or a
   * relationship, of that table.
   */
  rowOf: string | null;
  gives: "nothing" | "values" | "rows";
  /** The table or view whose rows it gives. */
  table: string | null;
  /** The columns of its rows, be they a table's or its own. */
  columns: ReadonlyMap<string, Column>;
};

/** What the API knows of schema public; every name that reaches SQL comes from here. */
export type SchemaCache = {
  /** Grows with every load, so that a statement prepared for an older schema is not used again. */
  version: number;
  tables: ReadonlyMap<string, Table>;
  relationships: ReadonlyMap<string, Relationship[]>;
  routines: ReadonlyMap<string, Routine[]>;
};
