import type { ColumnPair, ForeignKey, Relationship, Routine, Table } from "./schema-cache.ts";

/**
 * Every way between two tables, by the table it starts from: what foreign keys give, in both
 * directions and over junction tables, and functions that make rows of one table out of a row of
 * another.
 */
export function buildRelationships(
  tables: ReadonlyMap<string, Table>,
  foreignKeys: ForeignKey[],
  routines: Routine[],
): Map<string, Relationship[]> {
  const direct = foreignKeys.flatMap(bothWays);
  const junctions = foreignKeys.flatMap((near) =>
    foreignKeys
      .filter((far) => far.from === near.from && far.constraint !== near.constraint)
      .filter((far) => isJunction(tables.get(near.from), near, far))
      .map((far) => overJunction(near, far)),
  );
  const computed = routines.flatMap(byRoutine);
  return Map.groupBy([...direct, ...junctions, ...computed], ({ from }) => from);
}

function byRoutine({ name, rowOf, isOne, result }: Routine): Relationship[] {
  if (rowOf === null || result.kind !== "rows" || result.table === null) return [];
  const to = result.table;
  return [{ kind: "computed", from: rowOf, to, isSelf: false, routine: name, isToOne: isOne }];
}

function bothWays({ from, to, constraint, columns, isUnique }: ForeignKey): Relationship[] {
  const isSelf = from === to;
  return [
    { from, to, isSelf, constraint, columns, kind: isUnique ? "one-to-one" : "many-to-one" },
    {
      from: to,
      to: from,
      isSelf,
      constraint,
      columns: columns.map(swap),
      kind: isUnique ? "one-to-one" : "one-to-many",
    },
  ];
}

/** A junction's primary key holds the columns of both its foreign keys. */
function isJunction(table: Table | undefined, near: ForeignKey, far: ForeignKey): boolean {
  const columns = [...near.columns, ...far.columns].map(([own]) => own);
  return columns.every((column) => table?.primaryKey.includes(column));
}

function overJunction(near: ForeignKey, far: ForeignKey): Relationship {
  return {
    kind: "many-to-many",
    from: near.to,
    to: far.to,
    isSelf: near.to === far.to,
    junction: {
      table: near.from,
      constraints: [near.constraint, far.constraint],
      fromColumns: near.columns.map(swap),
      toColumns: far.columns,
    },
  };
}

function swap([own, other]: ColumnPair): ColumnPair {
  return [other, own];
}
