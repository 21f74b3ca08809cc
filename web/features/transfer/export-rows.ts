import { type SheetVehicle, sheetColumns } from "#contract/vehicle-sheet.ts";

/** Vehicles as the rows of a spreadsheet, their headings first; figures for whoever sees them. */
export function exportRows(
  vehicles: SheetVehicle[],
  withFigures: boolean,
): (string | number | null)[][] {
  const columns = sheetColumns.filter(({ figures }) => withFigures || !figures);
  return [
    columns.map(({ heading }) => heading),
    ...vehicles.map((vehicle) => columns.map(({ write }) => write(vehicle))),
  ];
}
