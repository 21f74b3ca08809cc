import { z } from "zod";

/**
 * The Location of the one row that an insert made: `/books?id=eq.…`. `body` holds its primary key;
 * null when there is not one row with one.
 */
export function writeLocation(table: string, body: string): string | null {
  const rows = Rows.safeParse(JSON.parse(body));
  if (!rows.success) return null;
  const search = new URLSearchParams(
    Object.entries(rows.data[0]).map(([name, value]) => [name, `eq.${value}`]),
  );
  return search.size === 0 ? null : `/${encodeURIComponent(table)}?${search}`;
}

const Rows = z.tuple([z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))]);
