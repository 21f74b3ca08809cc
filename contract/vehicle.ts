import { z } from "zod";
import {
  type FieldWith,
  fieldsWith,
  type VehicleFieldName,
  vehicleFieldNames,
  vehicleFields,
} from "./vehicle-fields.ts";

type Schemas<Kind extends "row" | "input"> = {
  [Name in VehicleFieldName]: (typeof vehicleFields)[Name][Kind];
};

/**
 * A row of public.vehicles as REST returns it (docs/product/vehicle-form.md). Optional choices are
 * plain strings: other clients may store values that our form does not offer, and a row is never
 * rejected for that.
 */
export const Vehicle = z.object({
  id: z.guid(),
  user_id: z.guid(),
  ...schemasOf("row"),
  images: z.array(z.string()),
  published: z.boolean(),
  /** The last day (YYYY-MM-DD) of the current reservation. */
  reserved_until: z.iso.date().nullable(),
  views: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Vehicle = z.infer<typeof Vehicle>;

/**
 * The form to add or edit a vehicle. Parses the form's texts (or a row's values) into the columns
 * to write: empty optional texts become null, years and counts integers.
 */
export const VehicleInput = z.object(schemasOf("input"));
export type VehicleInput = z.output<typeof VehicleInput>;

/** The form's raw values; "" when empty. */
export type VehicleFormValues = Record<VehicleFieldName, string>;

/** An empty form for a new vehicle; its default status is "Disponible". */
export const EMPTY_VEHICLE_FORM: VehicleFormValues = textsOf((name) =>
  name === "status" ? "Disponible" : "",
);

export function textsOf(textOf: (name: VehicleFieldName) => string): VehicleFormValues {
  // Object.fromEntries loses the key types.
  return Object.fromEntries(
    vehicleFieldNames.map((name) => [name, textOf(name)]),
  ) as VehicleFormValues;
}

/** A column's value as the form's text; a list has one line per entry. */
export function textOf(value: Vehicle[VehicleFieldName]): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** The columns whose fields have a property, as a mask for Vehicle.pick. */
export function rowMask<Property extends "card" | "inventory">(
  property: Property,
): Record<FieldWith<Property>, true> {
  // Object.fromEntries loses the key types.
  return Object.fromEntries(fieldsWith(property).map((name) => [name, true])) as Record<
    FieldWith<Property>,
    true
  >;
}

function schemasOf<Kind extends "row" | "input">(kind: Kind): Schemas<Kind> {
  // Object.fromEntries loses the key types.
  return Object.fromEntries(
    vehicleFieldNames.map((name) => [name, vehicleFields[name][kind]]),
  ) as Schemas<Kind>;
}
