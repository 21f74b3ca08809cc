import type { Range } from "../parse/parse-query.ts";
import type { SelectItem } from "../parse/parse-select.ts";
import { restError } from "../rest-error.ts";
import type { ColumnPair, Relationship } from "../schema-cache/schema-cache.ts";
import { findRelationship } from "./find-relationship.ts";
import {
  type Draft,
  ownColumns,
  parameter,
  quoteName,
  type Source,
  tableSource,
  writeField,
  writeRowOf,
} from "./source.ts";

/** The parts of a select statement, which `writeRead` assembles. */
export type Selection = {
  source: Source;
  /** The SQL alias of the source (t0, t1, …), never chosen by the caller. */
  alias: string;
  columns: string[];
  /** The JSON keys of `columns`. */
  names: string[];
  /** The selected columns of the source, with repetitions. */
  shown: string[];
  /** All referenced columns, also for ordering and joins; `*` if the role may read none. */
  used: Set<string>;
  embeds: Embed[];
  where: string[];
  order: string[];
  limit: number | null;
  /** The SQL of limit and offset. */
  range: string;
};

/** An embedded selection, read for each row of its parent. */
export type Embed = {
  /** The key in the response. */
  name: string;
  target: string;
  isToOne: boolean;
  isInner: boolean;
  /** Its columns are added to the parent's: as values, or as lists for a to-many embed. */
  isSpread: boolean;
  /** True for a to-one embed that could match several rows; only the first is used. */
  isCut: boolean;
  /** False for `clients!inner()`, which only filters. */
  isShown: boolean;
  /** Whether a function of the parent row returns it. */
  isComputed: boolean;
  selection: Selection;
  /** Joins it to the parent row: a junction table in `from`, and conditions. */
  junction: string;
  conditions: string[];
};

/**
 * A column that holds a whole row, for functions that take it as argument. No table has a column
 * with this name.
 */
export const wholeRow = '" row"';

const maxSources = 16;
const maxListDepth = 2;

/**
 * Resolves every name of a select, including embeds, in the schema cache. Throws 42703, 42704,
 * PGRST127, PGRST200 and PGRST201.
 */
export function selectFrom(draft: Draft, source: Source, items: SelectItem[]): Selection {
  const alias = `t${draft.sources}`;
  draft.sources += 1;
  checkSize(draft);
  const selection: Selection = {
    source,
    alias,
    columns: [],
    names: [],
    shown: [],
    used: new Set(),
    embeds: [],
    where: [],
    order: [],
    limit: null,
    range: "",
  };
  for (const item of withoutRepeatedAll(items)) {
    if (item.kind === "embed") selection.embeds.push(embed(draft, selection, item));
    else if (item.kind === "field") addColumn(draft, selection, item);
    else addAll(draft, selection);
  }
  return selection;
}

/** Sets limit and offset of a selection. */
export function setRange(draft: Draft, selection: Selection, { limit, offset }: Range): void {
  selection.limit = limit;
  const limited = limit === null ? "" : ` limit ${parameter(draft, String(limit))}`;
  selection.range =
    offset === 0 ? limited : `${limited} offset ${parameter(draft, String(offset))}`;
}

/** Whether a column is selected twice, under any name or as parts of its JSON. */
export function repeatsColumn({ shown }: Selection): boolean {
  return new Set(shown).size < shown.length;
}

/** The error for a request that would keep PostgreSQL busy and that no page needs. */
export function refuseSize(details: string) {
  return restError("PGRST127", { message: "Feature not implemented", details });
}

/** A second `*` adds nothing, and a thousand of them would repeat all columns a thousand times. */
function withoutRepeatedAll(items: SelectItem[]): SelectItem[] {
  const first = items.findIndex(({ kind }) => kind === "all");
  return items.filter(({ kind }, at) => kind !== "all" || at === first);
}

/** If the role may read no column, `*` lets PostgreSQL report it. */
function addAll(draft: Draft, selection: Selection): void {
  const { source, alias } = selection;
  for (const { name } of source.all) {
    addColumn(draft, selection, { kind: "field", field: { name, path: [] }, alias: name });
  }
  if (source.all.length > 0) return;
  selection.columns.push(`${alias}.*`);
  selection.names.push("*");
  selection.used.add("*");
}

function addColumn(
  draft: Draft,
  selection: Selection,
  { field, cast, alias }: Extract<SelectItem, { kind: "field" }>,
): void {
  const value = writeField(draft, selection, field);
  const written = cast === undefined ? value : `cast(${value} as ${checkCast(cast)})`;
  const keys = field.path.map(({ key }) => key);
  // `config->profile->>name` is named `name`; for an index, the key before it is used.
  const name = checkAlias(alias ?? keys.findLast((key) => typeof key === "string") ?? field.name);
  selection.columns.push(`${written} as ${quoteName(name)}`);
  selection.names.push(name);
  selection.shown.push(field.name);
  selection.used.add(field.name);
}

function embed(draft: Draft, parent: Selection, item: Extract<SelectItem, { kind: "embed" }>) {
  const { cache } = draft;
  const relationship = findRelationship(cache, {
    from: parent.source.name,
    target: item.target,
    hint: item.hint,
    isVisible: (table) => cache.tables.has(table) && tableSource(draft, table).all.length > 0,
  });
  const { kind, to } = relationship;
  const isComputed = kind === "computed";
  const isToOne = isComputed
    ? relationship.isToOne
    : kind === "many-to-one" || kind === "one-to-one";
  draft.lists += isToOne ? 0 : 1;
  const selection = selectFrom(draft, targetSource(draft, relationship, parent), item.items);
  draft.lists -= isToOne ? 0 : 1;
  // Spread lists are built within a single row, where `writeBounded` cannot limit the size.
  if (item.spread && !isToOne && repeatsColumn(selection)) {
    throw refuseSize("A list that is spread has each of its columns once.");
  }
  return {
    name: checkAlias(item.alias ?? item.target),
    target: item.target,
    isToOne,
    isInner: item.inner,
    isSpread: item.spread,
    isCut: isToOne && (isComputed || cache.tables.get(to)?.isView === true),
    isShown: selection.columns.length > 0 || selection.embeds.some(({ isShown }) => isShown),
    isComputed,
    selection,
    ...tie(relationship, parent, selection),
  };
}

/**
 * All columns of a function's result can be read: the function itself decides what the caller sees.
 */
function targetSource(draft: Draft, relationship: Relationship, parent: Selection): Source {
  const target = tableSource(draft, relationship.to);
  if (relationship.kind !== "computed") return target;
  const row = parent.source.isGiven
    ? `${parent.alias}.${wholeRow}`
    : writeRowOf(parent.alias, relationship.from);
  const from = `public.${quoteName(relationship.routine)}(${row})`;
  return { ...target, from, all: ownColumns(target.columns) };
}

/** The join conditions between a relationship's rows and the parent's. */
function tie(relationship: Relationship, parent: Selection, { alias }: Selection) {
  if (relationship.kind === "computed") return { junction: "", conditions: [] };
  const isDirect = relationship.kind !== "many-to-many";
  const pairs = isDirect ? relationship.columns : relationship.junction.fromColumns;
  for (const [own] of pairs) parent.used.add(own);
  if (isDirect) return { junction: "", conditions: writePairs(parent.alias, alias, pairs) };
  const { table, toColumns } = relationship.junction;
  const between = `${alias}j`;
  return {
    junction: `public.${quoteName(table)} as ${between}, `,
    conditions: [
      ...writePairs(parent.alias, between, pairs),
      ...writePairs(between, alias, toColumns),
    ],
  };
}

function writePairs(left: string, right: string, pairs: ColumnPair[]): string[] {
  return pairs.map(([own, other]) => `${left}.${quoteName(own)} = ${right}.${quoteName(other)}`);
}

/** Nested lists multiply, so they would be a cheap way to keep PostgreSQL busy. */
function checkSize({ sources, lists }: Draft): void {
  if (sources <= maxSources && lists <= maxListDepth) return;
  throw refuseSize(
    `A select embeds at most ${maxSources - 1} resources, and lists at most ${maxListDepth} deep.`,
  );
}

/**
 * Aliases are the only names that a caller chooses. PostgreSQL cuts longer ones and cannot store
 * NUL.
 */
function checkAlias(alias: string): string {
  if (Buffer.byteLength(alias) <= 63 && !alias.includes("\0")) return alias;
  throw restError("PGRST100", {
    message: "failed to parse select parameter",
    details: "An alias has at most 63 bytes and no NUL.",
  });
}

const castTypes: ReadonlySet<string> = new Set(
  "text varchar int int2 int4 int8 smallint integer bigint numeric decimal real float4 float8 bool boolean date time timetz timestamp timestamptz interval uuid json jsonb".split(
    " ",
  ),
);

function checkCast(type: string): string {
  if (castTypes.has(type) || type === "double precision") return type;
  throw restError("42704", { message: `type "${type}" does not exist` });
}
