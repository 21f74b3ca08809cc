import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#backend/postgres/sql.ts";
import { typedWords } from "#contract/text/search-words.ts";
import { createPerson, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let dealer: Person;

const sedan = { brand: "Kia", model: "Forte", body_style: "Sedán", color: "Rojo vino" };
const lot: Columns[] = [
  { ...sedan, transmission: "Automático", fuel_type: "Gasolina", drivetrain: "Delantera (FWD)" },
  {
    brand: "Toyota",
    model: "RAV4",
    year: 2021,
    body_style: "SUV",
    color: "Blanco",
    fuel_type: "Híbrido",
    drivetrain: "Integral (AWD)",
    interior_color: "Negro, piel",
    description: "Control de tracción, cámara trasera y rines negros.",
  },
  { brand: "Jeep", model: "Wrangler", body_style: "SUV", color: "Black", drivetrain: "4x4" },
  {
    brand: "Nissan",
    model: "Frontier",
    body_style: "Pickup",
    color: "Gris plomo",
    transmission: "Manual",
    fuel_type: "Diésel",
    drivetrain: "Trasera (RWD)",
  },
  { brand: "Honda", model: "Odyssey", body_style: "Minivan", color: "Silver" },
  { brand: "Ford", model: "Transit", body_style: "Van", color: "White" },
  { brand: "Subaru", model: "Outback", body_style: "Wagon", color: "Verde" },
  { brand: "MINI", model: "Cooper", body_style: "Convertible", color: "Roja" },
  { brand: "Ford", model: "Mustang", body_style: "Coupé", color: "Azul" },
  { brand: "Acura", model: "Integra", body_style: "Hatchback", description: "Vidrios eléctricos" },
  { brand: "Tesla", model: "Model 3", body_style: "Sedán", fuel_type: "Eléctrico" },
  // Only its name says what it is.
  { brand: "Ram", model: "ProMaster Cargo Van" },
  { brand: "GMC", model: "Canyon Crew Cab" },
];

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
  for (const car of lot) {
    const columns = { year: 2019, published: true, user_id: dealer.id, ...car };
    await world.as(dealer, (sql) => sql`insert into public.vehicles ${sql(columns)}`);
  }
});
afterAll(() => world.close());

const everything = lot.map(({ model }) => model);
const typedAndFound: [typed: string[], found: unknown[]][] = [
  [
    ["camioneta", "camionetas usadas"],
    [
      "RAV4",
      "Wrangler",
      "Frontier",
      "Odyssey",
      "Transit",
      "ProMaster Cargo Van",
      "Canyon Crew Cab",
    ],
  ],
  [
    ["camioneta blanca", "blancas camionetas", "una camioneta white"],
    ["RAV4", "Transit"],
  ],
  [["camioneta blanca 2021"], ["RAV4"]],
  [
    ["jeepeta", "yipeta", "campero", "suv"],
    ["RAV4", "Wrangler"],
  ],
  [
    ["troca", "trocas", "pickup", "pick up", "pick-up", "Pick Ups"],
    ["Frontier", "Canyon Crew Cab"],
  ],
  [
    ["furgoneta", "van", "vans", "guagua", "combi"],
    ["Odyssey", "Transit", "ProMaster Cargo Van"],
  ],
  [["minivan", "mini van", "monovolumen"], ["Odyssey"]],
  [
    ["furgón", "furgones", "un furgon usado"],
    ["Transit", "ProMaster Cargo Van"],
  ],
  [["ranchera", "vagoneta", "station wagon"], ["Outback"]],
  [["descapotable", "convertibles"], ["Cooper"]],
  [["cupé", "coupé"], ["Mustang"]],
  [["deportivo"], ["Cooper", "Mustang"]],
  [["hatchback", "hatch back", "compacto"], ["Integra"]],
  [["sedanes"], ["Forte", "Model 3"]],
  [
    ["4x4", "4 x 4", "4X4", "4 × 4", "doble tracción", "tracción 4x4"],
    ["RAV4", "Wrangler"],
  ],
  [
    ["tracción en las cuatro ruedas", "tracción en las 4 ruedas"],
    ["RAV4", "Wrangler"],
  ],
  [
    ["todo terreno", "todoterreno", "todoterrenos"],
    ["RAV4", "Wrangler"],
  ],
  [["AWD", "tracción integral"], ["RAV4"]],
  [["tracción delantera", "delantera tracción"], ["Forte"]],
  [["tracción trasera"], ["Frontier"]],
  [
    ["4x2", "4 x 2"],
    ["Forte", "Frontier"],
  ],
  [["carro", "un coche", "autos usados", "vehículos en venta"], everything],
  [["híbrido", "camioneta híbrida"], ["RAV4"]],
  [["eléctrico", "carro eléctrico"], ["Model 3"]],
  [["vidrios eléctricos"], ["Integra"]],
  [["diésel", "petrolero"], ["Frontier"]],
  [["automático", "caja automática", "transmisión automática"], ["Forte"]],
  [["manual", "estándar", "caja mecánica", "sincrónico", "caja sincrónica"], ["Frontier"]],
  [
    ["rojo", "carro rojo", "roja", "de color rojo"],
    ["Forte", "Cooper"],
  ],
  [["guinda", "vino tinto"], ["Forte"]],
  [["plomo", "gris", "camioneta gris"], ["Frontier"]],
  [["plateada", "plata"], ["Odyssey"]],
  [["negro", "negra"], ["Wrangler"]],
  [["interior negro", "interior de piel", "rines negros"], ["RAV4"]],
  [["jeep"], ["Wrangler"]],
  [["mini"], ["Cooper"]],
  [["integra"], ["Integra"]],
  [["rav 4", "toyota rav4 modelo 2021"], ["RAV4"]],
  [["model3", "teslamodel", "tesla model 3"], ["Model 3"]],
];

describe("what a visitor means by a word", () => {
  test.each(typedAndFound.flatMap(([typed, found]) => typed.map((text) => [text, found] as const)))(
    "a visitor who types %j finds only %j",
    async (text, found) => {
      const rows = await world.as(
        "anonymous",
        (sql) => sql`select model, exact from public.search_listing(${dealer.id}, ${text})`,
      );
      expect(rows.map(({ model }) => model).sort()).toEqual([...found].sort());
      expect(rows.filter(({ exact }) => !exact)).toEqual([]);
    },
  );

  test("a dealer's search understands words as a visitor's does", async () => {
    const texts = [
      ...typedAndFound.flatMap(([typed]) => typed),
      "$18,500 o 12.500",
      "F-150 5.0, v8",
      "Año 2021 ¿o 2022?",
      "uno dos tres cuatro cinco seis siete ocho nueve",
    ];
    for (const text of texts) {
      const [row] = await world.sql`select private.typed_words(${text}) as words`;
      expect(row?.words, text).toEqual(typedWords(text));
    }
  });

  test("only dealers can read a vehicle's synonyms", async () => {
    const read = (actor: Person | "anonymous") =>
      world.as(
        actor,
        (sql) => sql`select public.vehicle_synonyms(v) as words
          from public.vehicles as v where model = 'RAV4'`,
      );
    expect(await read(dealer)).toEqual([
      { words: expect.stringMatching(/camionetas.*blancas.*interiornegro interiorpiel/) },
    ]);
    await expect(read("anonymous")).rejects.toMatchObject({ code: "42501" });
  });
});
