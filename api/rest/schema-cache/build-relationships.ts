import type { ColumnPair, ForeignKey, Relationship, Table } from "./schema-cache.ts";

/** Every way between two tables that foreign keys give, in both directions and over junction tables, by the table it starts from. */
export function buildRelationships(
  tables: ReadonlyMap<string, Table>,
  foreignKeys: ForeignKey[],
): Map<string, Relationship[]> {
  const direct = foreignKeys.flatMap(bothWays);
  const junctions = foreignKeys.flatMap((near) =>
    foreignKeys
      .filter((far) => far.from === near.from && far.constraint !== near.constraint)
      .filter((far) => isJunction(tables.get(near.from), near, far))
      .map((far) => overJunction(near, far)),
  );
  return Map.groupBy([...direct, ...junctions], ({ from }) => from);
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
