import type { Role } from "#backend/postgres/identity.ts";
import type { JsonStep, Query, SelectItem } from "../parse/syntax.ts";
import { restError } from "../rest-error.ts";
import type { Column, Relationship, SchemaCache } from "../schema-cache/schema-cache.ts";
import { applyQuery } from "./apply-query.ts";
import { findRelationship } from "./find-relationship.ts";
import { type PlanNode, type PlannedSource, planField, repeatsColumn } from "./plan-node.ts";
import type { Embed, Join, OutputColumn, PlannedLogic, ReadPlan, ReadSource } from "./read-plan.ts";
import { ownColumns, tableSource } from "./table-source.ts";

/**
 * What grows while a select is planned: the sources so far, and the lists that are being planned
 * within one another.
 */
type Planner = { cache: SchemaCache; role: Role; aliases: number; lists: number };

const mostSources = 16;
const mostLists = 2;
const mostTests = 6;

/**
 * Plans a select with its embeds, filters, orders and ranges (readPlan). The range of the source
 * itself is left to the caller, and with `ownLogic: false` its filters are too: a write applies
 * them where it writes. Throws 42703, 42704, PGRST108, PGRST118, PGRST120, PGRST127, PGRST200 and
 * PGRST201.
 */
export function planRead(input: {
  cache: SchemaCache;
  role: Role;
  source: PlannedSource;
  query: Query;
  ownLogic: boolean;
}): ReadPlan {
  const { cache, role, source, query, ownLogic } = input;
  const plan = planNode({ cache, role, aliases: 0, lists: 0 }, source, query.select);
  applyQuery(plan, { query, ownLogic });
  if (countTests(plan.read) > mostTests) {
    throw refuseSize(`Embedded resources are tested, or ordered by, at most ${mostTests} times.`);
  }
  return plan.read;
}

/**
 * How often an embed is asked for beside its place in the rows: all of its filters, and those of
 * what is embedded in it, are written again each time.
 */
function countTests({ where, order, embeds }: ReadPlan): number {
  const ofFilters = where.reduce((sum, logic) => sum + countEmbedded(logic), 0);
  const ofOrders = order.filter(({ embed }) => embed).length;
  return embeds.reduce((sum, { plan }) => sum + countTests(plan), ofFilters + ofOrders);
}

function countEmbedded(logic: PlannedLogic): number {
  if (logic.kind === "group") {
    return logic.terms.reduce((sum, term) => sum + countEmbedded(term), 0);
  }
  return logic.kind === "embedded" ? 1 : 0;
}

function planNode(planner: Planner, source: PlannedSource, items: SelectItem[]): PlanNode {
  const alias = `t${planner.aliases}`;
  planner.aliases += 1;
  checkSize(planner);
  const read: ReadPlan = {
    source: source.from,
    alias,
    columns: [],
    embeds: [],
    where: [],
    order: [],
    limit: null,
    offset: 0,
  };
  const node: PlanNode = { read, source, children: [] };
  for (const item of withoutRepeatedAll(items)) {
    if (item.kind === "embed") addEmbed(planner, node, item);
    else read.columns.push(...planColumns(source, item));
  }
  return node;
}

/** A second `*` says nothing new, and a thousand of them would be a thousand times all columns. */
function withoutRepeatedAll(items: SelectItem[]): SelectItem[] {
  const first = items.findIndex(({ kind }) => kind === "all");
  return items.filter(({ kind }, at) => kind !== "all" || at === first);
}

function planColumns(
  source: PlannedSource,
  item: Exclude<SelectItem, { kind: "embed" }>,
): OutputColumn[] {
  if (item.kind === "all") {
    if (source.all.length === 0) return [{ field: null, name: "*" }];
    return source.all.map((column) => ({ field: { column, path: [] }, name: column.name }));
  }
  const field = planField(source, item.field);
  const cast = item.cast === undefined ? undefined : checkCast(item.cast);
  const name = checkAlias(item.alias ?? nameOfPath(field.path) ?? field.column.name);
  return [{ field, cast, name }];
}

function addEmbed(
  planner: Planner,
  node: PlanNode,
  item: Extract<SelectItem, { kind: "embed" }>,
): void {
  const relationship = findRelationship(planner.cache, {
    from: node.source.name,
    target: item.target,
    hint: item.hint,
    isVisible: (table) => columnsOf(planner, table).length > 0,
  });
  const isToOne = leadsToOne(relationship);
  planner.lists += isToOne ? 0 : 1;
  const child = planNode(planner, targetSource(planner, relationship), item.items);
  planner.lists -= isToOne ? 0 : 1;
  // These lists stand in one row, whose size nobody adds up while it is made (write-bounded.ts).
  if (item.spread && !isToOne && repeatsColumn(child.read)) {
    throw refuseSize("A list that is spread has each of its columns once.");
  }
  const embed: Embed = {
    name: checkAlias(item.alias ?? item.target),
    isToOne,
    isInner: item.inner,
    isSpread: item.spread,
    isCut: isToOne && mayFindMore(planner, relationship),
    isShown: child.read.columns.length > 0 || child.read.embeds.some(({ isShown }) => isShown),
    join: joinOf(relationship, node.read.source.kind),
    plan: child.read,
  };
  node.read.embeds.push(embed);
  node.children.push({ embed, target: item.target, node: child });
}

function mayFindMore({ cache }: Planner, { kind, to }: Relationship): boolean {
  return kind === "computed" || cache.tables.get(to)?.isView === true;
}

/**
 * What a function gives may be read whole, as when it is called: it has decided itself what the
 * caller sees.
 */
function targetSource({ cache, role }: Planner, relationship: Relationship): PlannedSource {
  const target = tableSource(cache, relationship.to, role);
  if (relationship.kind !== "computed") return target;
  const from = { kind: "routine", name: relationship.routine } as const;
  return { ...target, from, all: ownColumns(target.columns) };
}

/**
 * Lists within lists multiply; what no page needs must not be a cheap way to keep PostgreSQL busy.
 */
function checkSize({ aliases, lists }: Planner): void {
  if (aliases <= mostSources && lists <= mostLists) return;
  throw refuseSize(
    `A select embeds at most ${mostSources - 1} resources, and lists at most ${mostLists} deep.`,
  );
}

function refuseSize(details: string) {
  return restError("PGRST127", { message: "Feature not implemented", details });
}

function columnsOf({ cache, role }: Planner, table: string): Column[] {
  return cache.tables.has(table) ? tableSource(cache, table, role).all : [];
}

/** `config->profile->>name` is called `name`; an index gives way to the key before it. */
function nameOfPath(path: JsonStep[]): string | undefined {
  return path.map(({ key }) => key).findLast((key) => typeof key === "string");
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

/** Whether a relationship leads to at most one row. */
function leadsToOne(relationship: Relationship): boolean {
  if (relationship.kind === "computed") return relationship.isToOne;
  return relationship.kind === "many-to-one" || relationship.kind === "one-to-one";
}

/** How the rows of a relationship are found from those of `parent`. */
function joinOf(relationship: Relationship, parent: ReadSource["kind"]): Join {
  switch (relationship.kind) {
    case "many-to-many":
      return { kind: "junction", ...relationship.junction };
    case "computed":
      return { kind: "routine", parent, rowOf: relationship.from };
    default:
      return { kind: "direct", columns: relationship.columns };
  }
}
