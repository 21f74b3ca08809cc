import type { ApiError } from "../../http/api-error.ts";
import { restError } from "../rest-error.ts";
import type { ColumnPair, Relationship, SchemaCache } from "../schema-cache/schema-cache.ts";

type Wanted = {
  from: string;
  target: string;
  hint?: string;
  /** Whether the caller may read the table; a table without that right is treated as missing. */
  isVisible(table: string): boolean;
};

/**
 * Finds the one relationship that an embed names by table, constraint or column, with or without a
 * hint (findRel). Throws PGRST200, PGRST201.
 */
export function findRelationship(cache: SchemaCache, wanted: Wanted): Relationship {
  const named = (cache.relationships.get(wanted.from) ?? []).filter(
    (relationship) => wanted.isVisible(relationship.to) && isNamedBy(cache, relationship, wanted),
  );
  const computed = named.filter(({ kind }) => kind === "computed");
  const candidates = computed.length > 0 ? computed : named;
  const [found, another] = candidates;
  if (!found) throw noRelationship(wanted);
  if (another) throw ambiguous(wanted, candidates);
  return found;
}

/**
 * Views share constraints and columns with their tables, so only their own name identifies them. A
 * foreign key to its own table gives two relationships: the table's name means the children, the
 * column's name the parent. The constraint's name is ambiguous and means neither.
 */
function isNamedBy({ tables }: SchemaCache, relationship: Relationship, { target, hint }: Wanted) {
  const { kind, from, to } = relationship;
  if (kind === "computed") return target === relationship.routine;
  const [own, other] = onlyPairOf(relationship) ?? [];
  const isSelf = from === to;
  if (hint !== undefined) {
    if (isSelf) return kind === "one-to-many" && target === to && hint === other;
    return target === to && [nameOf(relationship), own, other].includes(hint);
  }
  if (isSelf) return target === (kind === "one-to-many" ? to : kind === "many-to-one" && own);
  if (target === to) return true;
  const isDirect = kind !== "many-to-many" && !tables.get(to)?.isView;
  return isDirect && [relationship.constraint, own].includes(target);
}

function onlyPairOf(relationship: Relationship): ColumnPair | undefined {
  if (!("columns" in relationship) || relationship.columns.length !== 1) return undefined;
  return relationship.columns[0];
}

/** The name that distinguishes it from others between the same tables. */
function nameOf(relationship: Relationship): string {
  switch (relationship.kind) {
    case "many-to-many":
      return relationship.junction.table;
    case "computed":
      return relationship.routine;
    default:
      return relationship.constraint;
  }
}

function noRelationship({ from, target, hint }: Wanted): ApiError {
  const using = hint === undefined ? "" : ` using the hint '${hint}'`;
  return restError("PGRST200", {
    message: `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${from}' and '${target}'${using} in the schema 'public', but no matches were found.`,
  });
}

function ambiguous({ from, target }: Wanted, candidates: Relationship[]): ApiError {
  const names = candidates.map((candidate) => `'${candidate.to}!${nameOf(candidate)}'`).join(", ");
  return restError("PGRST201", {
    message: `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    details: candidates.map(describe),
    hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
  });
}

function describe(relationship: Relationship): Record<string, string> {
  const { kind, from, to } = relationship;
  return {
    cardinality: kind,
    embedding: `${from} with ${to}`,
    relationship: describeKeys(relationship),
  };
}

/** For example `books_author_id_fkey using books(author_id) and authors(id)`. */
function describeKeys(relationship: Relationship): string {
  const { from, to } = relationship;
  const columnsAt = (pairs: ColumnPair[], end: 0 | 1) => pairs.map((pair) => pair[end]).join(", ");
  if (relationship.kind === "computed") return relationship.routine;
  if (relationship.kind === "many-to-many") {
    const { table, constraints, fromColumns, toColumns } = relationship.junction;
    const [near, far] = constraints;
    return `${table} using ${near}(${columnsAt(fromColumns, 1)}) and ${far}(${columnsAt(toColumns, 0)})`;
  }
  const { constraint, columns } = relationship;
  return `${constraint} using ${from}(${columnsAt(columns, 0)}) and ${to}(${columnsAt(columns, 1)})`;
}
