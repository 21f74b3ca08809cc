import { useFormContext } from "react-hook-form";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { countries, countryName } from "#contract/text/country.ts";
import { Currency, currencyName, DistanceUnit, formatMoney } from "#contract/units.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";

const distances = { mi: "Millas (mi)", km: "Kilómetros (km)" } satisfies Record<
  DistanceUnit,
  string
>;

/** A dealership's country (for phone numbers), currency and distance unit. */
export function UnitsSection() {
  const { register, watch } = useFormContext<ProfileSettings>();
  const { defaultCountry } = usePublicConfig();
  const currency = watch("profile.currency");
  const country = watch("profile.country");
  const offered = country ? [...new Set([...countries, country])] : countries;
  return (
    <FormSection
      title="País, moneda y distancia"
      description="Cómo se leen tus teléfonos y se muestran tus precios y lo recorrido. Los números que ya escribiste no se convierten."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id="pais"
          label="País"
          hint="Tus teléfonos sin prefijo se marcan como de este país."
          className="sm:col-span-2"
        >
          <Select {...register("profile.country")}>
            <option value="">{`Sin elegir (${countryName(defaultCountry)})`}</option>
            {offered.map((code) => (
              <option key={code} value={code}>
                {countryName(code)}
              </option>
            ))}
          </Select>
        </Field>
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
