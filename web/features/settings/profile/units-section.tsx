import { useFormContext } from "react-hook-form";
import type { ProfileSettings } from "#contract/settings.ts";
import { Currency, currencyName, DistanceUnit, formatMoney } from "#contract/units.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";

const distances = { mi: "Millas (mi)", km: "Kilómetros (km)" } satisfies Record<
  DistanceUnit,
  string
>;

/** What a dealership's prices and distances are in, for its people and its visitors. */
export function UnitsSection() {
  const { register, watch } = useFormContext<ProfileSettings>();
  const currency = watch("profile.currency");
  return (
    <FormSection
      title="Moneda y distancia"
      description="Como se muestran tus precios y lo recorrido. Los números que ya escribiste no se convierten."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id="moneda"
          label="Moneda"
          hint={`Un precio se ve así: ${formatMoney(250_000, currency)}`}
        >
          <Select {...register("profile.currency")}>
            {Currency.options.map((code) => (
              <option key={code} value={code}>
                {currencyName(code)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="distancia" label="Distancia">
          <Select {...register("profile.distance")}>
            {DistanceUnit.options.map((unit) => (
              <option key={unit} value={unit}>
                {distances[unit]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </FormSection>
  );
}
