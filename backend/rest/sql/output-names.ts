import type { ReadPlan } from "../plan/read-plan.ts";

/** The keys that a row of a plan has, spread ones included. */
export function outputNames({ columns, embeds }: ReadPlan): string[] {
  const shown = embeds.filter(({ isShown }) => isShown);
  return [
    ...columns.map(({ name }) => name),
    ...shown.flatMap((embed) => (embed.isSpread ? outputNames(embed.plan) : embed.name)),
  ];
}
