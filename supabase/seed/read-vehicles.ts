import { z } from "zod";
import { readTable } from "./read-table.ts";

const Row = z.object({
  dealership: z.enum(["valle", "bahia"]),
  vin: z.string().length(17),
  brand: z.string(),
  model: z.string(),
  year: z.coerce.number().int(),
  body: z.enum(["sedan", "suv", "pickup", "hatchback", "coupe", "van"]),
  paint: z.enum([
    "Blanco",
    "Negro",
    "Gris",
    "Plata",
    "Rojo",
    "Azul",
    "Verde",
    "Naranja",
    "Beige",
    "Marrón",
  ]),
  transmission: z.enum(["Automático", "Manual"]),
  fuel: z.enum(["Gasolina", "Diésel", "Híbrido", "Eléctrico"]),
  doors: z.coerce.number().int(),
  price: z.string(),
  mileage: z.coerce.number().int(),
  status: z.enum(["Disponible", "En revisión", "Vendido"]),
  published: z.enum(["sí", "no"]).transform((word) => word === "sí"),
  photos: z.coerce.number().int().min(0).max(8),
  description: z.string(),
});

/** A vehicle of the demo, as vehicles.tsv tells it. An empty price means that none is given. */
export type DemoVehicle = z.infer<typeof Row>;

/**
 * Reads the demo's vehicles; throws when a line does not have the columns that the first line
 * names.
 */
export function readVehicles(): DemoVehicle[] {
  return readTable("vehicles.tsv").map((row) => Row.parse(row));
}
