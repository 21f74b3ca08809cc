import { useController } from "react-hook-form";
import type { PageStyleSettings } from "#contract/settings.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { contrastHint } from "./contrast-hint.ts";

/** A colour: picked, or written as hexadecimal, with a word on how it reads and the way back to the default. */
export function ColourField(props: {
  name: "accent_color" | "hero_background_color";
  label: string;
  defaultColour: string;
  locked: boolean;
}) {
  const { name, label, defaultColour, locked } = props;
  const { field, fieldState } = useController<PageStyleSettings, typeof props.name>({ name });
  const isColour = /^#[0-9a-f]{6}$/i.test(field.value);
  const isDefault = field.value.toUpperCase() === defaultColour;
  const change = (colour: string) => field.onChange(colour.toUpperCase());
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <input
        type="color"
        aria-label={`Elegir ${label.toLocaleLowerCase("es")}`}
        value={isColour ? field.value.toLowerCase() : defaultColour.toLowerCase()}
        onChange={(event) => change(event.target.value)}
        disabled={locked}
        className="mt-6.5 size-11 cursor-pointer rounded-lg border border-input bg-card p-1 disabled:cursor-not-allowed disabled:opacity-55"
      />
      <Field
        label={label}
        hint={contrastHint(field.value)}
        error={fieldState.error?.message}
        aside={
          !isDefault &&
          !locked && (
            <button
              type="button"
              className="touch-target rounded-sm font-medium text-primary-ink"
              onClick={() => change(defaultColour)}
            >
              Volver a {defaultColour}
            </button>
          )
        }
      >
        <Input
          ref={field.ref}
          name={field.name}
          value={field.value}
          onBlur={field.onBlur}
          onChange={(event) => change(event.target.value.trim())}
          disabled={locked}
          maxLength={7}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="numeric"
        />
      </Field>
    </div>
  );
}
