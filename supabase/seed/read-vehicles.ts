import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

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

/** Reads the demo's vehicles; throws when a line does not have the columns that the first line names. */
export function readVehicles(): DemoVehicle[] {
  const path = fileURLToPath(new URL("./vehicles.tsv", import.meta.url));
  const [header = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const values = line.split("\t");
    return Row.parse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  });
}
