import type { Field } from "../parse/syntax.ts";
import { refuseAggregates, unknownColumn } from "../rest-error.ts";
import type { Column } from "../schema-cache/schema-cache.ts";
import type { Embed, PlannedField, ReadPlan, ReadSource } from "./read-plan.ts";

/** So many rows, each with so few others, are at most some megabytes. */
const few = { rows: 100, embeds: 5 };

/**
 * Whether the rows of a plan can be much larger than what is stored: a column comes twice, or each
 * of many rows carries rows of elsewhere. A hundred names for one description, or the books of
 * each book's author, make gigabytes of a small table.
 */
export function mayMultiply(plan: ReadPlan): boolean {
  if (repeatsColumn(plan)) return true;
  if (!plan.embeds.some(({ isShown }) => isShown)) return false;
  const isShort = plan.limit !== null && plan.limit <= few.rows;
  return !isShort || countOnes(plan) > few.embeds;
}

/** How many rows each row carries, at any depth; infinitely many where it is not one of each. */
function countOnes(plan: ReadPlan): number {
  const counts = plan.embeds.map((embed) =>
    embed.isToOne && !repeatsColumn(embed.plan) ? 1 + countOnes(embed.plan) : Infinity,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether a column comes twice, under whatever names or as whatever parts of it. */
export function repeatsColumn({ columns }: Pick<ReadPlan, "columns">): boolean {
  const asked = columns.flatMap(({ field }) => field?.column.name ?? []);
  return new Set(asked).size < asked.length;
}

/** What a plan reads from: columns by name, and what `*` means for this role. */
export type PlannedSource = {
  /** The name that errors call it by, and the table that its relationships start from. */
  name: string;
  from: ReadSource;
  columns: ReadonlyMap<string, Column>;
  all: Column[];
};

/**
 * A node of the plan while it is being made, with what was embedded in it, to be found by filters
 * and orders.
 */
export type PlanNode = { read: ReadPlan; source: PlannedSource; children: PlanChild[] };

export type PlanChild = { embed: Embed; target: string; node: PlanNode };

/**
 * The embed of this name, which is its alias when it has one; else of this target (PostgREST's
 * older way).
 */
export function findChild(node: Pick<PlanNode, "children">, name: string): PlanChild | undefined {
  return (
    node.children.find(({ embed }) => embed.name === name) ??
    node.children.find(({ target }) => target === name)
  );
}

/**
 * A field of a source. Rows that were written or given already hold what their functions compute.
 * Throws 42703, and PGRST123 for `count`.
 */
export function planField(source: PlannedSource, { name, path }: Field): PlannedField {
  const column = source.columns.get(name);
  if (!column) throw name === "count" ? refuseAggregates() : unknownColumn(source.name, name);
  const isKept = column.computedFrom !== null && source.from.kind === "rows";
  return { column: isKept ? { ...column, computedFrom: null } : column, path };
}
