import { useState } from "react";
import { distanceUnitOf } from "#contract/sheets/sheet-headings.ts";
import { headingIn, sheetColumns } from "#contract/sheets/vehicle-sheet.ts";
import type { Units } from "#contract/units.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/input.tsx";
import { transferMessages as messages } from "./messages.ts";
import { identifiesVehicle, type Sheet } from "./sheet.ts";

type ColumnChoicesProps = {
  sheet: Sheet;
  columns: (string | null)[];
  units: Units;
  withFigures: boolean;
  disabled: boolean;
  onChange: (columns: (string | null)[]) => void;
};

/**
 * Maps each sheet column to a field, or to none. Open at first when no column identifies a vehicle.
 */
export function ColumnChoices(props: ColumnChoicesProps) {
  const { sheet, columns, units, withFigures, disabled, onChange } = props;
  const choices = sheetColumns.filter(
    ({ name, read, figures }) => (read || name === "id") && (withFigures || !figures),
  );
  const isTaken = (place: number) => choices.some(({ name }) => name === columns[place]);
  const left = sheet.headings.filter((_, place) => !isTaken(place));
  const distances = sheet.headings[columns.indexOf("mileage")] ?? "";
  const isConverted = ![null, units.distance].includes(distanceUnitOf(distances));
  const [isOpen] = useState(() => !identifiesVehicle(columns));
  const choose = (place: number, name: string) =>
    onChange(
      columns.map((before, index) =>
        index === place ? name || null : before === name ? null : before,
      ),
    );
  return (
    <details open={isOpen} className="rounded-lg border">
      <summary className="cursor-pointer rounded-lg px-4 py-3 font-medium text-sm">
        <span>{`Columnas: se importan ${columns.length - left.length} de ${columns.length}`}</span>
        {left.length > 0 && (
          <span className="wrap-anywhere mt-1 line-clamp-2 font-normal text-muted-foreground">
            {`No se importan: ${left.join(", ")}`}
          </span>
        )}
        {isConverted && (
          <span className="wrap-anywhere mt-1 block font-normal text-muted-foreground">
            {messages.converted[units.distance](distances)}
          </span>
        )}
      </summary>
      <div className="grid gap-3 border-t p-4 sm:grid-cols-2 lg:grid-cols-3">
        {sheet.headings.map((heading, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
            key={index}
            label={<span className="line-clamp-1">{heading}</span>}
            hint={<span className="line-clamp-1">{sampleOf(sheet, index)}</span>}
          >
            <Select
              disabled={disabled}
              value={isTaken(index) ? (columns[index] ?? "") : ""}
              onChange={(event) => choose(index, event.target.value)}
            >
              <option value="">No importar</option>
              {choices.map((choice) => (
                <option key={choice.name} value={choice.name}>
                  {headingIn(choice, units)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </details>
  );
}

/** The first non-empty cell, shown as an example so that a foreign heading can be understood. */
function sampleOf({ rows }: Sheet, place: number): string {
  const row = rows.find(({ cells }) => cells[place]);
  return row?.cells[place] ? `Ej. ${row.cells[place].slice(0, 60)}` : "Vacía";
}
