import { mkdtempSync } from "node:fs";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("a dealer's Kona is known down to its doors", async () => {
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
])("the VIN %s is read in the form's own words", async (vin, expected) => {
  expect(await decoder.decode(vin)).toMatchObject(expected);
});

test("a wrong check digit is told and the vehicle read all the same", async () => {
  const decoding = await decoder.decode("KM8K2CAB5PU001140");
  expect(decoding).toMatchObject({ checkDigitValid: false, brand: "Hyundai", model: "Kona" });
});

test.each(["ZZZZZZZZZZZZZZZZZ", "KM8ZZZZZ4PU001140", "00000000000000000"])(
  "the VIN %s, whose vehicle the data does not have, gives null",
  async (vin) => {
    expect(await decoder.decode(vin)).toBeNull();
  },
);

test("one unpacked file is kept, and a second start uses it", async () => {
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const second = createVinDecoder({ folder, log });
  expect(await second.decode("KM8K2CAB4PU001140")).toMatchObject({ model: "Kona" });
  await second.close();
  expect(await readdir(folder)).toEqual([name]);
});
