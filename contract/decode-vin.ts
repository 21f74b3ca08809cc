import { z } from "zod";
import {
  BodyStyle,
  DOOR_CHOICES,
  Drivetrain,
  FuelType,
  Transmission,
  VIN_LENGTH,
} from "./vehicle-fields.ts";

/** Shown for a VIN that the data does not contain. */
export const VIN_UNKNOWN = "No disponible, complétalo a mano";
/** The error code that goes with it. */
export const VIN_UNKNOWN_CODE = "vin_unknown";

/** A complete VIN, upper-cased. VINs never contain I, O or Q. */
export const CompleteVin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(new RegExp(`^[A-HJ-NPR-Z0-9]{${VIN_LENGTH}}$`), {
    error: `Un VIN tiene ${VIN_LENGTH} caracteres y no lleva las letras I, O ni Q.`,
  });

/** Maximum number of VINs per call. */
export const MAX_VINS = 200;

/**
 * The body of the server function decode-vin: one VIN for the form's button, several for an import.
 */
export const DecodeVinInput = z.union([
  z.object({ vin: CompleteVin }),
  z.object({
    vins: z
      .array(CompleteVin)
      .min(1)
      .max(MAX_VINS, { error: `Son más de ${MAX_VINS} VIN.` }),
  }),
]);

/**
 * What a VIN says about its vehicle, in the vehicle form's terms. Only includes values that are
 * certain and that the form offers. Outside North America often only the make is known. An invalid
 * check digit (`checkDigitValid`) is no error where the country requires none.
 */
export const VinDecoding = z.object({
  vin: z.string(),
  checkDigitValid: z.boolean(),
  brand: z.string(),
  model: z.string().optional(),
  year: z.number().int().optional(),
  trim: z.string().optional(),
  fuel_type: FuelType.optional(),
  transmission: Transmission.optional(),
  doors: z.literal([...DOOR_CHOICES]).optional(),
  engine: z.string().optional(),
  body_style: BodyStyle.optional(),
  drivetrain: Drivetrain.optional(),
  cylinders: z.number().int().optional(),
});
export type VinDecoding = z.infer<typeof VinDecoding>;

/** The response to a list of VINs, in the same order; null for an unknown one. */
export const VinDecodings = z.object({ decodings: z.array(VinDecoding.nullable()) });
export type VinDecodings = z.infer<typeof VinDecodings>;
