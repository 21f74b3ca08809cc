import { z } from "zod";
import { defaultUnits, type Units, unitsOf } from "#contract/units.ts";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";

const Rows = z.array(z.looseObject({ id: z.string() }));

/**
 * Units of vehicles with a seller that visitors cannot read; for others the seller's row has them.
 * Throws PublicRowsUnavailable.
 */
export async function unitsOfHiddenSellers(
  rest: AnonymousRest,
  ids: string[],
): Promise<(id: string) => Units> {
  if (ids.length === 0) return () => defaultUnits;
  const wanted = { p_vehicle_ids: `{${ids.join(",")}}` };
  const rows = Rows.parse(await readPublicRows(rest, "rpc/get_vehicle_units", wanted));
  return (id) => unitsOf(rows.find((row) => row.id === id));
}
