import type { ReadPlan } from "./read-plan.ts";

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
