import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { formatPrice } from "../../format-vehicle.ts";
import { TextField } from "./vehicle-fields.tsx";

/**
 * The price: digits come first on a phone, and one touch brings the letters for a phrase such as 'A
 * consultar'.
 */
export function PriceField() {
  const { setFocus } = useFormContext<VehicleFormValues>();
  const price = useWatch<VehicleFormValues, "price">({ name: "price" });
  const [phrase, setPhrase] = useState(false);
  return (
    <TextField
      name="price"
      label="Precio"
      inputMode={phrase ? "text" : "decimal"}
      placeholder={phrase ? "Ej. A consultar" : "Ej. 15,000"}
      hint={`Se mostrará así: ${formatPrice(price)}`}
      aside={
        <button
          type="button"
          className="touch-target rounded-sm font-medium text-primary-ink pointer-fine:hidden"
          onClick={() => {
            setPhrase(!phrase);
            setFocus("price");
          }}
        >
          {phrase ? "Escribir un número" : "Escribir un texto"}
        </button>
      }
    />
  );
}
