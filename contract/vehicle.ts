import { z } from "zod";

/** The status words as they are stored and shown (spec section 3, decisions "Status words"). */
export const VehicleStatus = z.enum(["Disponible", "En revisión", "Vendido"]);
export type VehicleStatus = z.infer<typeof VehicleStatus>;

/** Transmission choices (spec section 5). */
export const Transmission = z.enum(["Automático", "Manual"]);
export type Transmission = z.infer<typeof Transmission>;

/** Fuel choices (spec section 5). */
export const FuelType = z.enum(["Gasolina", "Diésel", "Híbrido", "Eléctrico"]);
export type FuelType = z.infer<typeof FuelType>;

/** Door counts that the form offers (spec section 5). */
export const DOOR_CHOICES = [2, 4, 5] as const;

/** A full VIN has exactly this many characters; the decode button needs all of them (spec section 9). */
export const VIN_LENGTH = 17;

/** The oldest model year a vehicle may have (spec section 9). */
export const OLDEST_YEAR = 1900;

/** The newest model year a vehicle may have on the given day: next year's models are sold this year. */
export function newestYear(today: Date = new Date()): number {
  return today.getFullYear() + 1;
}

/**
 * A row of public.vehicles as REST answers it (spec section 3). The optional words are plain text here, since rows
 * written by other clients may hold what our form does not offer; a row is never refused for that.
 */
export const Vehicle = z.object({
  id: z.guid(),
  user_id: z.guid(),
  brand: z.string(),
  model: z.string(),
  year: z.number().int(),
  vin: z.string().nullable(),
  price: z.string().nullable(),
  mileage: z.number().int().nullable(),
  transmission: z.string().nullable(),
  color: z.string().nullable(),
  fuel_type: z.string().nullable(),
  doors: z.number().int().nullable(),
  description: z.string().nullable(),
  images: z.array(z.string()),
  status: VehicleStatus,
  published: z.boolean(),
  views: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Vehicle = z.infer<typeof Vehicle>;

/**
 * What a person fills in to add or edit a vehicle, with the rules of spec section 5. Takes the form's texts (or an
 * existing row's values) and gives the columns to write: empty optional texts become null, years and counts integers.
 */
export const VehicleInput = z.object({
  brand: requiredText("Escribe la marca.", 80),
  model: requiredText("Escribe el modelo.", 80),
  year: z.preprocess(
    toInteger,
    z
      .number({ error: "Escribe el año." })
      .min(OLDEST_YEAR, { error: `El año debe ser ${OLDEST_YEAR} o posterior.` })
      .refine((year) => year <= newestYear(), {
        error: () => `El año no puede ser posterior a ${newestYear()}.`,
      }),
  ),
  vin: optionalText(VIN_LENGTH, `El VIN tiene como máximo ${VIN_LENGTH} caracteres.`, (text) =>
    text.toUpperCase(),
  ),
  price: optionalText(60, "El precio es demasiado largo."),
  mileage: z.preprocess(
    toInteger,
    z
      .number()
      .min(0, { error: "El millaje no puede ser negativo." })
      .max(9_999_999, { error: "El millaje es demasiado alto." })
      .nullable(),
  ),
  transmission: optionalChoice(Transmission),
  color: optionalText(60, "El color es demasiado largo."),
  fuel_type: optionalChoice(FuelType),
  doors: z.preprocess(
    toInteger,
    z
      .number()
      .refine((doors) => DOOR_CHOICES.some((choice) => choice === doors), {
        error: "Elige 2, 4 o 5 puertas.",
      })
      .nullable(),
  ),
  description: optionalText(10_000, "La descripción es demasiado larga."),
  status: VehicleStatus.default("Disponible"),
});
/** The columns to write. */
export type VehicleInput = z.output<typeof VehicleInput>;

/** The form's own values before they are parsed: texts, with "" for what is not filled in. */
export type VehicleFormValues = {
  brand: string;
  model: string;
  year: string;
  vin: string;
  price: string;
  mileage: string;
  transmission: Transmission | "";
  color: string;
  fuel_type: FuelType | "";
  doors: string;
  description: string;
  status: VehicleStatus;
};

/** An untouched add form (spec section 3: its default status is "disponible"). */
export const EMPTY_VEHICLE_FORM: VehicleFormValues = {
  brand: "",
  model: "",
  year: "",
  vin: "",
  price: "",
  mileage: "",
  transmission: "",
  color: "",
  fuel_type: "",
  doors: "",
  description: "",
  status: "Disponible",
};

function requiredText(message: string, longest: number) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` });
}

function optionalText(
  longest: number,
  message: string,
  change: (text: string) => string = (text) => text,
) {
  return z
    .string()
    .trim()
    .max(longest, { error: message })
    .transform((text) => (text === "" ? null : change(text)))
    .nullish()
    .transform((text) => text ?? null);
}

function optionalChoice<Choice extends z.ZodType>(choice: Choice) {
  return z.preprocess(
    (value) => (value === "" || value === undefined ? null : value),
    choice.nullable(),
  );
}

/** Integer or null, as spec section 5 says for year, mileage and doors: "12,345" is 12345, "abc" is null. */
function toInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : null;
  if (typeof value !== "string") return null;
  const digits = value.replaceAll(/[\s,]/g, "");
  const parsed = Number.parseInt(digits, 10);
  return Number.isNaN(parsed) ? null : parsed;
}
