import { headingIn, type SheetVehicle, sheetColumns } from "#contract/sheets/vehicle-sheet.ts";
import type { Units } from "#contract/units.ts";

/**
 * Vehicles as spreadsheet rows, headings first; costs and sales only if the person may see them.
 */
export function exportRows(
  vehicles: SheetVehicle[],
  units: Units,
  withFigures: boolean,
): (string | number | null)[][] {
  const columns = sheetColumns.filter(({ figures }) => withFigures || !figures);
  return [
    columns.map((column) => headingIn(column, units)),
    ...vehicles.map((vehicle) => columns.map(({ write }) => write(vehicle, units.currency))),
  ];
}
