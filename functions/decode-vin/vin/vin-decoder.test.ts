import { mkdtempSync } from "node:fs";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasValidCheckDigit } from "#contract/vin.ts";
import { createVinDecoder } from "./vin-decoder.ts";

const folder = mkdtempSync(join(tmpdir(), "vitrina-vin-"));
const log = pino({ level: "silent" });
const decoder = createVinDecoder({ folder, log });

beforeAll(async () => {
  await writeFile(join(folder, "vpic-1-1.db"), "what an earlier version left");
  await writeFile(join(folder, "vpic-1-1.db.1.part"), "what a killed process left");
  await utimes(join(folder, "vpic-1-1.db.1.part"), 0, 0);
  await decoder.warm();
});

afterAll(async () => {
  await decoder.close();
  await rm(folder, { recursive: true });
});

test("a Hyundai Kona is decoded with all details", async () => {
  expect(await decoder.decode("KM8K2CAB4PU001140")).toEqual({
    vin: "KM8K2CAB4PU001140",
    checkDigitValid: true,
    brand: "Hyundai",
    model: "Kona",
    year: 2023,
    trim: "SE",
    fuel_type: "Gasolina",
    doors: 5,
    engine: "2.0 L, 4 cilindros",
    body_style: "SUV",
    cylinders: 4,
  });
});

test.each([
  ["5YJ3E1EA7KF317000", { brand: "Tesla", model: "Model 3", year: 2019, fuel_type: "Eléctrico" }],
  ["JTDKB20U093500001", { brand: "Toyota", model: "Prius", year: 2009, fuel_type: "Híbrido" }],
  ["1HGCM82633A004352", { brand: "Honda", model: "Accord", year: 2003, doors: 2 }],
  ["WBA3A5C50CF256651", { brand: "BMW", model: "328i", year: 2012, doors: 4 }],
  ["1FTFW1E50NFA00001", { brand: "Ford", model: "F-150", year: 2022 }],
  ["7FCTGAAA1NN000001", { brand: "Rivian", model: "R1T", year: 2022 }],
])("the VIN %s is decoded into the form's values", async (vin, expected) => {
  expect(await decoder.decode(vin)).toMatchObject(expected);
});

test("a wrong check digit is reported and the vehicle still decoded", async () => {
  const decoding = await decoder.decode("KM8K2CAB5PU001140");
  expect(decoding).toMatchObject({ checkDigitValid: false, brand: "Hyundai", model: "Kona" });
});

test.each([
  ["WVGZZZ5NZEW069297", "Volkswagen"],
  ["WAUZZZ8K1DA006278", "Audi"],
  ["WVWZZZ1JZ3W386752", "Volkswagen"],
  ["WBA71DC010CH14720", "BMW"],
  ["WDD2470031J059461", "Mercedes-Benz"],
  ["WDB2030461A123456", "Mercedes-Benz"],
  ["VF1RFB00X56789012", "Renault"],
  ["VF3LCBHZHJS123456", "Peugeot"],
  ["TMBJG7NE6J0123456", "Škoda"],
  ["XTA210990Y2766389", "Lada"],
  ["X7LHSRDJN12345678", "Renault"],
  ["9BWAA45U6ET123456", "Volkswagen"],
  ["KM8ZZZZZ4PU001140", "Hyundai"],
  ["LGXC16AF0A0012345", "BYD"],
  ["LRW3E7EK0NC012345", "Tesla"],
  ["LVSHCAMB0CE012345", "Ford"],
])("the VIN %s for another market only gives a make", async (vin, brand) => {
  expect(defined(await decoder.decode(vin))).toEqual({
    vin,
    checkDigitValid: hasValidCheckDigit(vin),
    brand,
  });
});

test.each([
  ["VF35A1A20FS123456", "Peugeot"],
  ["VF3BA1A27GS123456", "Peugeot"],
  ["SAJAA0674DPU12345", "Jaguar"],
  ["SAJAV1341BC123456", "Jaguar"],
  ["SALAA2V67EA123456", "Land Rover"],
])("the European VIN %s that resembles an old model only gives a make", async (vin, brand) => {
  const { model, year, ...rest } = (await decoder.decode(vin)) ?? {};
  expect({ ...rest, model, year }).toMatchObject({ brand, model: undefined, year: undefined });
});

test.each(["L6T7824Z0KN123456", "6G1MK5R26AL123456", "LSGJA52U5AS123456", "XW8ZZZ61ZJG012345"])(
  "the VIN %s with a manufacturer code of several makes has no make",
  async (vin) => {
    expect(await decoder.decode(vin)).toBeNull();
  },
);

test("a European car for the United States gives a model", async () => {
  expect(await decoder.decode("WBA3A5C50CF256651")).toMatchObject({ model: "328i", year: 2012 });
});

test.each([
  ["4ENGAAA81R1003437", { brand: "E-One", model: "Truck" }],
  ["4ENGAAA8111003437", { brand: "E-One", model: "Truck", year: 2001 }],
  ["1FUJGLDR5CSBP1234", { brand: "Freightliner", model: "Cascadia", year: 2012 }],
  ["1XKYD49X0EJ123456", { brand: "Kenworth", model: "T680", year: 2014 }],
  ["1FT8W3BT0CEA12345", { brand: "Ford", model: "F-350", year: 2012 }],
])("the heavy truck %s only has a year if it is unambiguous", async (vin, expected) => {
  const { brand, model, year } = (await decoder.decode(vin)) ?? {};
  expect(defined({ brand, model, year })).toEqual(expected);
});

test("a North American car with an unknown model still has a year", async () => {
  expect(await decoder.decode("1HGZA1A2XLA000001")).toMatchObject({ brand: "Honda", year: 2020 });
});

/** Drops undefined values. */
const defined = (decoding: object | null) =>
  Object.fromEntries(Object.entries(decoding ?? {}).filter(([, value]) => value !== undefined));

test.each(["ZZZZZZZZZZZZZZZZZ", "00000000000000000"])(
  "the VIN %s of an unknown make gives null",
  async (vin) => {
    expect(await decoder.decode(vin)).toBeNull();
  },
);

test("the VIN data is unpacked into one file, which a second start reuses", async () => {
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const second = createVinDecoder({ folder, log });
  expect(await second.decode("KM8K2CAB4PU001140")).toMatchObject({ model: "Kona" });
  await second.close();
  expect(await readdir(folder)).toEqual([name]);
});
