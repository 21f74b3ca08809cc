import { useController } from "react-hook-form";
import type { PageStyleSettings } from "#contract/settings.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { DEFAULT_ACCENT } from "#web/ui/theme/accent.tsx";
import { DEFAULT_HERO_COLOUR } from "#web/ui/theme/hero-colours.ts";
import { contrastHint } from "./contrast-hint.ts";

const defaults = { accent_color: DEFAULT_ACCENT, hero_background_color: DEFAULT_HERO_COLOUR };

/**
 * A colour: picked, or written as hexadecimal, with a word on how it reads and the way back to the
 * dealership's or the default.
 */
export function ColourField(props: {
  name: keyof typeof defaults;
  label: string;
  /** The colour of the dealership that a vendedor's page follows. */
  inherited: string | undefined;
  locked: boolean;
}) {
  const { name, label, inherited, locked } = props;
  const { field, fieldState } = useController<PageStyleSettings, typeof props.name>({ name });
  const isColour = /^#[0-9a-f]{6}$/i.test(field.value);
  const origin = inherited ?? defaults[name];
  const isOrigin = field.value.toUpperCase() === origin;
  const reading = contrastHint(field.value);
  const change = (colour: string) => field.onChange(colour.toUpperCase());
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <input
        type="color"
        aria-label={`Elegir ${label.toLocaleLowerCase("es")}`}
        value={(isColour ? field.value : origin).toLowerCase()}
        onChange={(event) => change(event.target.value)}
        disabled={locked}
        className="mt-6.5 size-11 cursor-pointer rounded-lg border border-input bg-card p-1 disabled:cursor-not-allowed disabled:opacity-55"
      />
      <Field
        label={label}
        hint={inherited && isOrigin ? `Color de tu concesionario. ${reading}` : reading}
        error={fieldState.error?.message}
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
      {!isOrigin && !locked && (
        <button
          type="button"
          className="touch-target col-start-2 justify-self-start rounded-sm font-medium text-primary-ink text-sm hover:underline"
          onClick={() => change(origin)}
        >
          {inherited ? "Volver al de tu concesionario" : `Volver a ${origin}`}
        </button>
      )}
    </div>
  );
}
