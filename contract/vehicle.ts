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
 * A row of public.vehicles as REST answers it (docs/product/vehicle-form.md). The optional words
 * are plain text here, since rows written by other clients may hold what our form does not offer; a
 * row is never refused for that.
 */
export const Vehicle = z.object({
  id: z.guid(),
  user_id: z.guid(),
  ...schemasOf("row"),
  images: z.array(z.string()),
  published: z.boolean(),
  /** The last day (YYYY-MM-DD) of the reservation that stands. */
  reserved_until: z.iso.date().nullable(),
  views: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Vehicle = z.infer<typeof Vehicle>;

/**
 * What a person fills in to add or edit a vehicle. Takes the form's texts (or an existing row's
 * values) and gives the columns to write: empty optional texts become null, years and counts
 * integers.
 */
export const VehicleInput = z.object(schemasOf("input"));
/** The columns to write. */
export type VehicleInput = z.output<typeof VehicleInput>;

/** The form's own values before they are parsed: texts, with "" for what is not filled in. */
export type VehicleFormValues = Record<VehicleFieldName, string>;

/** An untouched add form. */
export const EMPTY_VEHICLE_FORM: VehicleFormValues = textsOf((name) =>
  name === "status" ? "Disponible" : "",
);

/** A text for each field of the form. */
export function textsOf(textOf: (name: VehicleFieldName) => string): VehicleFormValues {
  // Object.fromEntries forgets the names, all of which are there.
  return Object.fromEntries(
    vehicleFieldNames.map((name) => [name, textOf(name)]),
  ) as VehicleFormValues;
}

/** What a column holds as the form's text: a list has a line for each. */
export function textOf(value: Vehicle[VehicleFieldName]): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/**
 * The part of a row that has the columns with a property of the table, as a mask for Vehicle.pick.
 */
export function rowMask<Property extends "card" | "inventory">(
  property: Property,
): Record<FieldWith<Property>, true> {
  // As above.
  return Object.fromEntries(fieldsWith(property).map((name) => [name, true])) as Record<
    FieldWith<Property>,
    true
  >;
}

function schemasOf<Kind extends "row" | "input">(kind: Kind): Schemas<Kind> {
  // As above.
  return Object.fromEntries(
    vehicleFieldNames.map((name) => [name, vehicleFields[name][kind]]),
  ) as Schemas<Kind>;
}
