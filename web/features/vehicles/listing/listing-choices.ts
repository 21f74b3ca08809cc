import { z } from "zod";

/** A row of the function get_listing_choices. */
export const ListingChoice = z.object({
  brand: z.string(),
  model: z.string(),
  brand_folded: z.string(),
  model_folded: z.string(),
  vehicle_count: z.number(),
  oldest_year: z.number(),
  newest_year: z.number(),
  lowest_price: z.number().nullable(),
  highest_price: z.number().nullable(),
  highest_mileage: z.number().nullable(),
});
export type ListingChoice = z.infer<typeof ListingChoice>;

/** How many vehicles the whole inventory has. */
export function countVehicles(choices: ListingChoice[]): number {
  return choices.reduce((sum, { vehicle_count }) => sum + vehicle_count, 0);
}

/** Whether the brand has such a model. */
export function isModelOf(choices: ListingChoice[], brand: string, model: string): boolean {
  return choices.some((choice) => choice.brand_folded === brand && choice.model_folded === model);
}
