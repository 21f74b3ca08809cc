import type { Embed, ReadPlan, ReadSource } from "../plan/read-plan.ts";
import type { ColumnPair } from "../schema-cache/schema-cache.ts";
import { quoteName } from "./names.ts";
import { writeRowOf } from "./write-field.ts";

/** The name of the common table expression that holds what a write or a function gave. */
export const rowsName = "given_rows";

/**
 * The column of `given_rows` that holds a row whole, for functions that are given it. No table has
 * one of this name.
 */
export const wholeRow = '" row"';

/** Whether a function is to be given rows that were written or given. */
export function needsWholeRow({ embeds }: ReadPlan): boolean {
  return embeds.some(({ join }) => join.kind === "routine");
}

/**
 * What an embedded plan adds to its `from` and `where`, and the parent's row as a function takes
 * it.
 */
export type JoinedFrom = { tables: string; conditions: string[]; row?: string };

/** What stands in `from`. */
export function writeSource(source: ReadSource, joined?: JoinedFrom): string {
  switch (source.kind) {
    case "rows":
      return rowsName;
    case "table":
      return `public.${quoteName(source.name)}`;
    case "view":
      return `private.${quoteName(source.name)}`;
    case "routine":
      return `public.${quoteName(source.name)}(${joined?.row ?? ""})`;
  }
}

/** How an embed is tied to a row of `parent`. */
export function joinTo(parent: string, { join, plan }: Embed): JoinedFrom {
  if (join.kind === "routine") {
    const isGiven = join.parent === "rows";
    const row = isGiven ? `${parent}.${wholeRow}` : writeRowOf(parent, join.rowOf);
    return { tables: "", conditions: [], row };
  }
  if (join.kind === "direct") {
    return { tables: "", conditions: writePairs(parent, plan.alias, join.columns) };
  }
  const junction = `${plan.alias}j`;
  return {
    tables: `public.${quoteName(join.table)} as ${junction}, `,
    conditions: [
      ...writePairs(parent, junction, join.fromColumns),
      ...writePairs(junction, plan.alias, join.toColumns),
    ],
  };
}

function writePairs(left: string, right: string, pairs: ColumnPair[]): string[] {
  return pairs.map(([own, other]) => `${left}.${quoteName(own)} = ${right}.${quoteName(other)}`);
}
