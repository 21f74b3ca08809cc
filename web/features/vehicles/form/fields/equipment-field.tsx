import { X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { splitLines } from "#contract/text/field-inputs.ts";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { vehicleFields } from "#contract/vehicle-fields.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { useFormView } from "../form-view.ts";

/** Equipment as chips; Enter, a comma or blur adds the typed item. */
export function EquipmentField() {
  const { setValue, formState } = useFormContext<VehicleFormValues>();
  const items = splitLines(useWatch<VehicleFormValues, "equipment">({ name: "equipment" }));
  const { view, changeView } = useFormView();
  const typed = view.equipment;
  const setTyped = (equipment: string) => changeView({ equipment });

  function setItems(next: string[]) {
    setValue("equipment", next.join("\n"), { shouldDirty: true, shouldValidate: true });
  }

  function add(text: string) {
    const more = splitLines(text);
    if (more.length > 0) setItems([...new Set([...items, ...more])]);
    setTyped("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    add(typed);
  }

  return (
    <div className="grid gap-2 sm:col-span-2">
      <Field
        id="equipment"
        label={vehicleFields.equipment.label}
        hint="Pulsa Enter después de cada cosa, o pega una lista separada por comas."
        aside={items.length > 0 && <span className="numeric">{`${items.length}/60`}</span>}
        error={formState.errors.equipment?.message}
      >
        <Input
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="enter"
          placeholder="Ej. Cámara de reversa"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text");
            if (splitLines(pasted).length < 2) return;
            event.preventDefault();
            add(`${typed}${pasted}`);
          }}
          onBlur={() => add(typed)}
        />
      </Field>
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={vehicleFields.equipment.label}>
          {items.map((thing) => (
            <li key={thing} className="max-w-full">
              <button
                type="button"
                aria-label={`Quitar ${thing}`}
                className="flex min-h-11 max-w-full items-center gap-1.5 rounded-full border bg-muted/50 px-3.5 text-sm hover:bg-muted"
                onClick={() => setItems(items.filter((other) => other !== thing))}
              >
                <span className="wrap-anywhere text-left">{thing}</span>
                <X aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
