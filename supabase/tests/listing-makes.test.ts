import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#backend/postgres/sql.ts";
import { makeSpellings } from "#contract/make-names.ts";
import { createPerson, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let dealer: Person;

const lot: Columns[] = [
  { brand: "Chevrolet", model: "Silverado", year: 2019 },
  { brand: "Chevy", model: "Tahoe", year: 2020 },
  { brand: "Volkswagen", model: "Jetta", year: 2018 },
  { brand: "VW", model: "Golf", year: 2017 },
  { brand: "Mercedes-Benz", model: "C 300", year: 2019 },
  { brand: "MB", model: "GLA 250", year: 2020 },
  { brand: "Land Rover", model: "Evoque", year: 2016 },
  // Its VIN begins with a nickname of another make.
  { brand: "Suzuki", model: "Swift", year: 2019, vin: "MBHZC83S0KG123456" },
  { brand: "Jeep", model: "Compass", year: 2019 },
];

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
  for (const car of lot) {
    const columns = { published: true, user_id: dealer.id, ...car };
    await world.as(dealer, (sql) => sql`insert into public.vehicles ${sql(columns)}`);
  }
});
afterAll(() => world.close());

describe("a visitor who types another name of a make", () => {
  test.each([
    ["chevy", ["Silverado", "Tahoe"]],
    ["Chevrolet", ["Silverado", "Tahoe"]],
    ["chevy silverado 2019", ["Silverado"]],
    ["2020 CHEVROLET", ["Tahoe"]],
    ["vw", ["Golf", "Jetta"]],
    ["volkswagen golf", ["Golf"]],
    ["VW Jetta usado", ["Jetta"]],
    ["mercedes", ["C 300", "GLA 250"]],
    ["mercedes benz c300", ["C 300"]],
    ["benz", ["C 300", "GLA 250"]],
    ["mb", ["C 300", "GLA 250"]],
    ["landrover", ["Evoque"]],
    ["land rover evoque", ["Evoque"]],
    ["jeep", ["Compass"]],
  ])("(%s) finds only that make's vehicles", async (typed, models) => {
    const rows = await world.as(
      "anonymous",
      (sql) => sql`select model, exact from public.search_listing(${dealer.id}, ${typed})`,
    );
    expect(rows.map(({ model }) => model).sort()).toEqual([...models].sort());
    expect(rows.filter(({ exact }) => !exact)).toEqual([]);
  });
});

test("a dealer's own search knows the other names of a make", async () => {
  const words = await world.as(
    dealer,
    (sql) => sql`select brand, public.vehicle_synonyms(v) as words from public.vehicles as v`,
  );
  const wordsOf = (brand: string) => words.find((row) => row.brand === brand)?.words;
  expect(wordsOf("Chevrolet")).toMatch(/\bchevy\b/);
  expect(wordsOf("VW")).toMatch(/\bvolkswagen\b/);
  expect(wordsOf("Jeep")).not.toMatch(/chevy|volkswagen/);
});

test("the search and the import know the same makes", async () => {
  for (const [make, spellings] of makeSpellings) {
    for (const typed of [make, ...spellings]) {
      const rows = await world.sql`select word from private.make_terms(${typed})`;
      const expected = [make, ...spellings].filter((word) => word !== typed);
      expect(rows.map(({ word }) => word).sort(), typed).toEqual(expected.sort());
    }
  }
});
