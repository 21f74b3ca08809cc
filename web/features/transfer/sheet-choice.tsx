import { Field } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/input.tsx";
import type { NamedSheet, Workbook } from "./map-sheet.ts";
import { transferMessages as messages } from "./messages.ts";

type SheetChoiceProps = {
  workbook: Workbook;
  sheet: NamedSheet;
  disabled: boolean;
  onChoose: (sheet: NamedSheet) => void;
};

/** Choice of the sheet, if several in a workbook hold vehicles. */
export function SheetChoice({ workbook, sheet, disabled, onChoose }: SheetChoiceProps) {
  const { sheets, refused } = workbook;
  if (sheet.name === "") return null;
  if (sheets.length === 1 && refused.length === 0) {
    return (
      <p className="wrap-anywhere text-sm">
        {messages.sheet}: <span className="font-medium">{sheet.name}</span>
      </p>
    );
  }
  return (
    <Field label={messages.sheet} hint={refused.join(" ") || undefined}>
      <Select
        disabled={disabled}
        value={sheet.name}
        onChange={({ target: { value } }) => {
          const chosen = sheets.find(({ name }) => name === value);
          if (chosen) onChoose(chosen);
        }}
      >
        {sheets.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
