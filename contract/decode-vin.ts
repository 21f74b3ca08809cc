import { z } from "zod";
import {
  BodyStyle,
  DOOR_CHOICES,
  Drivetrain,
  FuelType,
  Transmission,
  VIN_LENGTH,
} from "./vehicle-fields.ts";

/** What a person reads for a VIN that the data does not know. */
export const VIN_UNKNOWN = "No disponible, complétalo a mano";
/** The code beside it. */
export const VIN_UNKNOWN_CODE = "vin_unknown";

/** A complete VIN, upper-cased; the letters I, O and Q do not occur in one. */
export const CompleteVin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(new RegExp(`^[A-HJ-NPR-Z0-9]{${VIN_LENGTH}}$`), {
    error: `Un VIN tiene ${VIN_LENGTH} caracteres y no lleva las letras I, O ni Q.`,
  });

/** As many VINs as one call takes. */
export const MOST_VINS = 200;

/** What the decode button sends, or an import for its rows. */
export const DecodeVinInput = z.union([
  z.object({ vin: CompleteVin }),
  z.object({
    vins: z
      .array(CompleteVin)
      .min(1)
      .max(MOST_VINS, { error: `Son más de ${MOST_VINS} VIN.` }),
  }),
]);

/**
 * What a VIN says about its vehicle, in the words of the vehicle form; what the data does not know
 * for sure, or the form does not offer, is left out. Of vehicles that were not made for North
 * America often the make alone is known. `checkDigitValid` is a fact about the ninth character, and
 * no fault where the country requires no check digit.
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

/** The answer to a list of VINs: for each in its place what it says, null where it is unknown. */
export const VinDecodings = z.object({ decodings: z.array(VinDecoding.nullable()) });
export type VinDecodings = z.infer<typeof VinDecodings>;
