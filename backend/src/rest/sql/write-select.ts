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

/** What is read of a source, as parts of SQL that `writeRead` puts together. */
export type Selection = {
  source: Source;
  /** The SQL alias of the source, made here (t0, t1, …) and never taken from a caller. */
  alias: string;
  columns: string[];
  /** The keys of these columns in a row. */
  names: string[];
  /** The columns of the source that are shown, as often as they are. */
  shown: string[];
  /** All that are named, also to order by or to join with; `*` where the role may read none. */
  used: Set<string>;
  embeds: Embed[];
  where: string[];
  order: string[];
  limit: number | null;
  /** The limit and the offset. */
  range: string;
};

/** What is read for each row of another selection. */
export type Embed = {
  /** The key of the answer's JSON. */
  name: string;
  target: string;
  isToOne: boolean;
  isInner: boolean;
  /** Its columns stand among the parent's: a value each, or a list where it is not to-one. */
  isSpread: boolean;
  /** True for a to-one that could find more than one row, of which the first is taken. */
  isCut: boolean;
  /** False for `clients!inner()`, which filters and shows nothing. */
  isShown: boolean;
  /** Whether it comes of a function that is given the parent's row. */
  isComputed: boolean;
  selection: Selection;
  /** What ties it to the parent's row: a junction before it in `from`, and conditions. */
  junction: string;
  conditions: string[];
};

/** Holds a row of given rows whole, for functions that are given it. No table has such a column. */
export const wholeRow = '" row"';

const mostSources = 16;
const mostLists = 2;

/**
 * Finds every name of a select in the schema cache, those of its embeds too. Throws 42703, 42704,
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

/** Gives a selection its limit and offset. */
export function setRange(draft: Draft, selection: Selection, { limit, offset }: Range): void {
  selection.limit = limit;
  const limited = limit === null ? "" : ` limit ${parameter(draft, String(limit))}`;
  selection.range =
    offset === 0 ? limited : `${limited} offset ${parameter(draft, String(offset))}`;
}

/** Whether a column comes twice, under whatever names or as whatever parts of it. */
export function repeatsColumn({ shown }: Selection): boolean {
  return new Set(shown).size < shown.length;
}

/** The refusal of what would keep PostgreSQL busy and no page needs. */
export function refuseSize(details: string) {
  return restError("PGRST127", { message: "Feature not implemented", details });
}

/** A second `*` says nothing new, and a thousand of them would be a thousand times all columns. */
function withoutRepeatedAll(items: SelectItem[]): SelectItem[] {
  const first = items.findIndex(({ kind }) => kind === "all");
  return items.filter(({ kind }, at) => kind !== "all" || at === first);
}

/** Where the role may read no column PostgreSQL refuses all of them in its own words. */
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
  // `config->profile->>name` is called `name`; an index gives way to the key before it.
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
  // These lists stand in one row, whose size nobody adds up while it is made (writeBounded).
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

/** What a function gives may be read whole: it has decided itself what the caller sees. */
function targetSource(draft: Draft, relationship: Relationship, parent: Selection): Source {
  const target = tableSource(draft, relationship.to);
  if (relationship.kind !== "computed") return target;
  const row = parent.source.isGiven
    ? `${parent.alias}.${wholeRow}`
    : writeRowOf(parent.alias, relationship.from);
  const from = `public.${quoteName(relationship.routine)}(${row})`;
  return { ...target, from, all: ownColumns(target.columns) };
}

/** How the rows of a relationship are found from those of the parent. */
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

/** Lists within lists multiply, and must not be a cheap way to keep PostgreSQL busy. */
function checkSize({ sources, lists }: Draft): void {
  if (sources <= mostSources && lists <= mostLists) return;
  throw refuseSize(
    `A select embeds at most ${mostSources - 1} resources, and lists at most ${mostLists} deep.`,
  );
}

/** The only names that a caller chooses. PostgreSQL would cut longer ones and cannot hold NUL. */
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
