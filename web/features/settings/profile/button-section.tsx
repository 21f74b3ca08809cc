import { useId } from "react";
import { Controller, useFormContext } from "react-hook-form";
import type { ProfileSettings } from "#contract/settings.ts";
import { Label } from "#web/ui/controls/field.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ProfileTextField } from "./profile-text-field.tsx";

/**
 * The optional button of the inventory page: on or off, where it leads, what it says (product
 * section 2).
 */
export function ButtonSection() {
  const { control } = useFormContext<ProfileSettings>();
  const id = useId();
  return (
    <FormSection
      title="Botón personalizado"
      description="Un botón más en tu inventario público: crédito, catálogo, encuesta..."
    >
      <Controller
        control={control}
        name="profile.custom_button.enabled"
        render={({ field }) => (
          <>
            <div className="flex min-h-11 items-center justify-between gap-4">
              <Label htmlFor={id}>Mostrar el botón</Label>
              <Switch
                id={id}
                ref={field.ref}
                checked={field.value}
                onCheckedChange={field.onChange}
                onBlur={field.onBlur}
              />
            </div>
            <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
              <ProfileTextField
                name="profile.custom_button.text"
                label="Texto del botón"
                placeholder="Más Información"
                autoComplete="off"
              />
              <ProfileTextField
                name="profile.custom_button.url"
                label="Dirección que abre"
                required={field.value}
                type="url"
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
              />
            </div>
          </>
        )}
      />
    </FormSection>
  );
}
