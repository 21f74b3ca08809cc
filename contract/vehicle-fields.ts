import { z } from "zod";
import {
  optionalChoice,
  optionalLine,
  optionalText,
  requiredLine,
  splitLines,
  toInteger,
  wholeNumber,
} from "./text/field-inputs.ts";
import type { VehicleField } from "./vehicle-field.ts";

/** Status values, as stored and shown (docs/product/vehicle-form.md). */
export const VehicleStatus = z.enum(["Disponible", "En revisión", "Vendido"]);
export type VehicleStatus = z.infer<typeof VehicleStatus>;

export const Transmission = z.enum(["Automático", "Manual"]);
export type Transmission = z.infer<typeof Transmission>;

export const FuelType = z.enum(["Gasolina", "Diésel", "Híbrido", "Eléctrico"]);
export type FuelType = z.infer<typeof FuelType>;

/** Body styles, as dealers call them. */
export const BodyStyle = z.enum([
  "Sedán",
  "SUV",
  "Pickup",
  "Hatchback",
  "Coupé",
  "Convertible",
  "Minivan",
  "Van",
  "Wagon",
]);
export type BodyStyle = z.infer<typeof BodyStyle>;

export const Drivetrain = z.enum(["Delantera (FWD)", "Trasera (RWD)", "Integral (AWD)", "4x4"]);
export type Drivetrain = z.infer<typeof Drivetrain>;

/** Required by ad sites and price feeds. */
const Condition = z.enum(["Nuevo", "Usado", "Certificado"]);

/** The title's history, in the words that dealers use in Spanish. */
const TitleStatus = z.enum(["Limpio", "Salvage", "Rebuilt", "Lemon", "Inundado"]);

/** Door counts in the form. */
export const DOOR_CHOICES = [2, 4, 5] as const;

/** The length of a complete VIN; the decode button needs one. */
export const VIN_LENGTH = 17;

export const OLDEST_YEAR = 1900;

/**
 * The newest model year that a vehicle can have: next year's, in the time zone where the new year
 * starts first. Matches the check of public.vehicles.
 */
export function newestYear(now: Date = new Date()): number {
  return new Date(now.getTime() + 14 * 60 * 60 * 1000).getUTCFullYear() + 1;
}

/**
 * Every field of a vehicle, in display order. Rows, input, the form and its technical section, page
 * queries, facts, structured data, VIN decoding, spreadsheets and audit labels derive from this
 * table: a new field needs an entry here and a migration.
 */
export const vehicleFields = {
  brand: {
    label: "Marca",
    sheet: "make, manufacturer, fabricante, mfr",
    row: z.string(),
    input: requiredLine("Escribe la marca.", 80),
    card: true,
    inventory: true,
    vin: true,
    schemaOrg: { property: "brand", type: "Brand" },
  },
  model: {
    label: "Modelo",
    sheet: "model, línea, submarca, referencia, modelo comercial, mdl",
    row: z.string(),
    input: requiredLine("Escribe el modelo.", 80),
    card: true,
    inventory: true,
    vin: true,
    schemaOrg: { property: "model" },
  },
  year: {
    label: "Año",
    sheet: `year, año modelo, anio, model year, yr, my, mod, año mod, año fab, año fabricación, año matriculación, fecha
      matriculación, matriculación, primera matriculación, first registration`,
    row: z.number().int(),
    input: z.preprocess(
      toInteger,
      z
        .number({ error: "Escribe el año." })
        .min(OLDEST_YEAR, { error: `El año debe ser ${OLDEST_YEAR} o posterior.` })
        .refine((year) => year <= newestYear(), {
          error: () => `El año no puede ser posterior a ${newestYear()}.`,
        }),
    ),
    fact: "always",
    card: true,
    inventory: true,
    vin: true,
    schemaOrg: { property: "vehicleModelDate", type: "Date" },
  },
  vin: {
    label: "VIN",
    sheet: "niv, vehicle identification, serie, serial, bastidor, chasis, chassis",
    row: z.string().nullable(),
    input: optionalLine(VIN_LENGTH, `El VIN tiene como máximo ${VIN_LENGTH} caracteres.`, (text) =>
      text.toUpperCase(),
    ),
    inventory: true,
    schemaOrg: { property: "vehicleIdentificationNumber" },
  },
  price: {
    label: "Precio",
    sheet: `price, precio venta, sale price, selling price, internet price, web price, precio
      web, precio oferta, special price, precio anunciado, precio publicado, advertised price, our
      price, asking price, asking, precio contado, cash price, precio cash, precio público, precio
      final, precio lista, list price, retail price, retail, pvp, p venta, p contado, precio lote,
      pv, precio vta, sales price, sticker, contado, cash, pido, valor, importe, monto`,
    row: z.string().nullable(),
    input: optionalLine(60, "El precio es demasiado largo."),
    card: true,
    inventory: true,
  },
  mileage: {
    label: "Millaje",
    sheet: "mileage, millage, odometer, odómetro, odometer reading, odo, odom, recorrido",
    row: z.number().int().nullable(),
    input: z.preprocess(
      toInteger,
      z
        .number()
        .min(0, { error: "No puede ser negativo." })
        .max(9_999_999, { error: "Es demasiado alto." })
        .nullable(),
    ),
    technical: { inputMode: "numeric" },
    fact: "always",
    card: true,
    inventory: true,
    schemaOrg: { property: "mileageFromOdometer", type: "QuantitativeValue" },
  },
  transmission: {
    label: "Transmisión",
    sheet: "transmission, caja, caja cambios, cambio, cambios, gearbox, trans, transm, trns",
    row: z.string().nullable(),
    input: optionalChoice(Transmission),
    choices: Transmission.options,
    technical: {},
    fact: "always",
    card: true,
    inventory: true,
    vin: true,
    schemaOrg: { property: "vehicleTransmission" },
  },
  color: {
    label: "Color",
    sheet: "colour, exterior color, exterior colour, ext color, exterior, ext, clr, pintura",
    row: z.string().nullable(),
    input: optionalLine(60, "El color es demasiado largo."),
    technical: {},
    fact: "always",
    schemaOrg: { property: "color" },
  },
  fuel_type: {
    label: "Combustible",
    sheet: "fuel, carburante, comb, combust",
    row: z.string().nullable(),
    input: optionalChoice(FuelType),
    choices: FuelType.options,
    technical: { id: "fuelType" },
    fact: "if known",
    card: true,
    vin: true,
    schemaOrg: { property: "fuelType" },
  },
  doors: {
    label: "Puertas",
    sheet: "doors, door, ptas, pts, drs",
    row: z.number().int().nullable(),
    input: z.preprocess(
      toInteger,
      z
        .number()
        .refine((doors) => DOOR_CHOICES.some((choice) => choice === doors), {
          error: "Elige 2, 4 o 5 puertas.",
        })
        .nullable(),
    ),
    choices: DOOR_CHOICES.map(String),
    technical: {},
    fact: "if known",
    vin: true,
    schemaOrg: { property: "numberOfDoors" },
  },
  engine: {
    label: "Motor",
    sheet: "engine, eng, engine size, cilindrada, cilindraje, displacement, litros",
    row: z.string().nullable(),
    input: optionalLine(60, "El motor es demasiado largo."),
    technical: { placeholder: "Ej. 2.0 L, 4 cilindros" },
    fact: "if known",
    vin: true,
    schemaOrg: { property: "vehicleEngine", type: "EngineSpecification" },
  },
  trim: {
    label: "Versión",
    sheet: "trim, submodelo, series, version, acabado",
    row: z.string().nullable(),
    input: optionalLine(60, "La versión es demasiado larga."),
    further: { placeholder: "Ej. SE, Limited" },
    fact: "if known",
    vin: true,
    schemaOrg: { property: "vehicleConfiguration" },
  },
  body_style: {
    label: "Carrocería",
    sheet: "body style, body, tipo, type, estilo, clase, class, segmento",
    row: z.string().nullable(),
    input: optionalChoice(BodyStyle),
    choices: BodyStyle.options,
    further: {},
    fact: "if known",
    vin: true,
    schemaOrg: { property: "bodyType" },
  },
  drivetrain: {
    label: "Tracción",
    sheet: "drivetrain, drive train, drv train, drive, drv, tracc, tren motriz",
    row: z.string().nullable(),
    input: optionalChoice(Drivetrain),
    choices: Drivetrain.options,
    further: {},
    fact: "if known",
    vin: true,
    schemaOrg: { property: "driveWheelConfiguration" },
  },
  cylinders: {
    label: "Cilindros",
    sheet: "cylinders, cylinder, cyl, cil",
    row: z.number().int().nullable(),
    input: z.preprocess(
      // 'V6' has six.
      (value) => toInteger(typeof value === "string" ? value.replace(/^[VIL]-?/i, "") : value),
      wholeNumber(1, 16, "Los cilindros van de 1 a 16."),
    ),
    further: { inputMode: "numeric", placeholder: "Ej. 4" },
    fact: "if known",
    vin: true,
  },
  interior_color: {
    label: "Interior",
    sheet: `interior color, interior colour, int color, int, tapicería, vestidura, vestiduras,
      upholstery`,
    row: z.string().nullable(),
    input: optionalLine(60, "El color interior es demasiado largo."),
    further: { placeholder: "Ej. Negro, piel" },
    fact: "if known",
    schemaOrg: { property: "vehicleInteriorColor" },
  },
  condition: {
    label: "Condición",
    sheet: "condition, vehicle condition, new used, nuevo usado",
    row: z.string().nullable(),
    input: optionalChoice(Condition),
    choices: Condition.options,
    further: {},
    fact: "if known",
  },
  title_status: {
    label: "Título",
    sheet: "title, title status, title brand, estado título",
    row: z.string().nullable(),
    input: optionalChoice(TitleStatus),
    choices: TitleStatus.options,
    further: {},
    fact: "if known",
  },
  owners: {
    label: "Dueños anteriores",
    sheet: "owners, owner, previous owners, dueños, propietarios",
    row: z.number().int().nullable(),
    input: z.preprocess(toInteger, wholeNumber(0, 50, "Los dueños van de 0 a 50.")),
    further: { inputMode: "numeric", placeholder: "Ej. 1" },
    fact: "if known",
    schemaOrg: { property: "numberOfPreviousOwners" },
  },
  stock_number: {
    label: "Número de inventario",
    sheet: `stock, stk, stock id, código, clave, unidad, unit, inventario, económico, eco, ref, folio, sku,
      ref, interno, inv, inventory, consecutivo, expediente, cod`,
    row: z.string().nullable(),
    input: optionalLine(20, "El número de inventario tiene como máximo 20 caracteres.", (text) =>
      text.toUpperCase(),
    ),
    further: { hint: "Si lo dejas vacío, se pone el siguiente." },
    fact: "if known",
    inventory: true,
    schemaOrg: { property: "sku" },
  },
  history_url: {
    label: "Enlace al historial",
    sheet: "history, carfax, autocheck, historial",
    row: z.string().nullable(),
    input: optionalLine(500, "El enlace es demasiado largo.").refine(
      (url) => url === null || /^https:\/\/[^\s\p{Cc}<>"'\\]+$/u.test(url),
      { error: "Pega el enlace completo, que empieza por https://." },
    ),
    further: { inputMode: "url", placeholder: "https://www.carfax.com/…" },
  },
  equipment: {
    label: "Equipamiento",
    sheet: `equipment, options, installed options, features, opciones, opcionales, características,
      extras, equipo, equipo adicional, accesorios`,
    row: z.array(z.string()),
    input: z.preprocess(
      (told) => (typeof told === "string" ? splitLines(told) : (told ?? [])),
      z
        .array(z.string())
        .max(60, { error: "Caben 60 cosas como máximo." })
        .refine((lines) => lines.every(({ length }) => length <= 60), {
          error: "Escribe cada cosa en 60 caracteres como máximo.",
        }),
    ),
  },
  description: {
    label: "Descripción",
    sheet: `description, notas, nota, notes, comentarios, comentario, comments, dealer comments, seller
      notes, remarks, observaciones, observación, observ, obs, detalles`,
    row: z.string().nullable(),
    input: optionalText(10_000, "La descripción es demasiado larga."),
    schemaOrg: { property: "description" },
  },
  status: {
    label: "Estado",
    sheet:
      "status, estatus, situación, disponibilidad, disp, dispon, availability, inventory status",
    row: VehicleStatus,
    input: z.preprocess((status) => status ?? "Disponible", VehicleStatus),
    choices: VehicleStatus.options,
    card: true,
    inventory: true,
  },
} as const satisfies Record<string, VehicleField>;

type Fields = typeof vehicleFields;
export type VehicleFieldName = keyof Fields;

/** The names of the fields that have a given property. */
export type FieldWith<Property extends keyof VehicleField> = {
  [Name in VehicleFieldName]: Property & keyof Fields[Name] extends never ? never : Name;
}[VehicleFieldName];

/** All field names, in the table's order. */
// Object.keys is typed as string[].
export const vehicleFieldNames = Object.keys(vehicleFields) as VehicleFieldName[];

/** The names of the fields that have a given property, in the table's order. */
export function fieldsWith<Property extends keyof VehicleField>(
  property: Property,
): FieldWith<Property>[] {
  return vehicleFieldNames.filter((name): name is FieldWith<Property> =>
    Object.hasOwn(vehicleFields[name], property),
  );
}

/** The form's options for a field; null for free text. */
export function choicesOf(name: VehicleFieldName): readonly string[] | null {
  const field = vehicleFields[name];
  return "choices" in field ? field.choices : null;
}
