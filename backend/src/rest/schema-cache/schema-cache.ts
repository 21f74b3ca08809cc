export type Column = {
  name: string;
  /** The SQL type without length, to which values from JSON are cast. */
  type: string;
  isJson: boolean;
  /** The SQL of the default; null without one. */
  fallback: string | null;
  /** The roles that may select the column. */
  readers: ReadonlySet<string>;
  /**
   * The table from whose rows a function computes the column, null for a real column. A computed
   * column is selected by name, never part of `*` and never written.
   */
  computedFrom: string | null;
};

export type Table = {
  name: string;
  isView: boolean;
  /** The view in schema private that signed-in users read instead; null without one. */
  readableView: string | null;
  columns: ReadonlyMap<string, Column>;
  primaryKey: string[];
};

/**
 * A foreign key. Pairs are [referencing column, referenced column]. A view with all columns of one
 * end can stand in for that table (PostgREST, addViewM2OAndO2ORels), under the constraint's name.
 */
export type ForeignKey = {
  constraint: string;
  from: string;
  to: string;
  columns: ColumnPair[];
  isUnique: boolean;
};

/** A relationship from one table to another. Pairs are [column here, column there]. */
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
  /** Whether it returns at most one row. */
  isOne: boolean;
  /**
   * The table or view whose row is its only argument; the function is then also a computed column
   * or relationship of that table.
   */
  rowOf: string | null;
  gives: "nothing" | "values" | "rows";
  /** The table or view whose rows it returns. */
  table: string | null;
  /** The columns of the returned rows. */
  columns: ReadonlyMap<string, Column>;
};

/** The schema public as the API knows it. Every name in generated SQL comes from here. */
export type SchemaCache = {
  /** Increases with every load, so that a prepared statement is not reused with a newer schema. */
  version: number;
  tables: ReadonlyMap<string, Table>;
  relationships: ReadonlyMap<string, Relationship[]>;
  routines: ReadonlyMap<string, Routine[]>;
};
