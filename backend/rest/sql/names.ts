import type { ReadPlan } from "../plan/read-plan.ts";

/** Quotes a name of the schema cache, or an alias that was checked, as an SQL identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The keys that a row of a plan has, spread ones included. */
export function outputNames({ columns, embeds }: ReadPlan): string[] {
  const shown = embeds.filter(({ isShown }) => isShown);
  return [
    ...columns.map(({ name }) => name),
    ...shown.flatMap((embed) => (embed.isSpread ? outputNames(embed.plan) : embed.name)),
  ];
}
