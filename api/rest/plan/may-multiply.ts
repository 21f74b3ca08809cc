import type { ReadPlan } from "./read-plan.ts";

/**
 * Whether the rows of a plan can be larger than what is stored: a column comes twice, or each row carries rows of elsewhere. A hundred names for one
 * description, or the vehicles of each vehicle's dealership, make gigabytes of a small table.
 */
export function mayMultiply(plan: ReadPlan): boolean {
  return repeatsColumn(plan) || plan.embeds.some(({ isShown }) => isShown);
}

/** Whether a column comes twice, under whatever names or as whatever parts of it. */
export function repeatsColumn({ columns }: Pick<ReadPlan, "columns">): boolean {
  const asked = columns.flatMap(({ field }) => field?.column.name ?? []);
  return new Set(asked).size < asked.length;
}
