import { describe, expect, test } from "vitest";
import { minimalVehicle } from "./fixtures.ts";
import { EMPTY_VEHICLE_FORM, Vehicle, VehicleInput } from "./vehicle.ts";
import { newestYear } from "./vehicle-fields.ts";

const kona = {
  ...EMPTY_VEHICLE_FORM,
  brand: " Hyundai ",
  model: "Kona",
  year: "2023",
  vin: "km8k2cab4pu001140",
  mileage: "12,345",
  doors: "5",
};

describe("VehicleInput", () => {
  test("a dealer's form texts become the columns to write", () => {
    expect(VehicleInput.parse(kona)).toEqual({
      ...minimalVehicle,
      brand: "Hyundai",
      model: "Kona",
      year: 2023,
      vin: "KM8K2CAB4PU001140",
      mileage: 12345,
      doors: 5,
    });
  });

  test.each([
    ["12,345", 12_345],
    ["350,50", 350],
    ["12.345,5", 12_345],
    ["12.345", 12_345],
    ["1.012.345", 1_012_345],
    ["12 345 mi", 12_345],
    ["350,50 mi", 350],
    ["1.234,5 km", 1_234],
    ["12'500 km", 12_500],
    ["12’500 millas", 12_500],
    ["45 mil km", 45_000],
    ["45k mi.", 45_000],
    ["12.5", 12],
    ["12.3456", 12],
  ])("a dealer's mileage %s is stored as %i", (mileage, miles) => {
    expect(VehicleInput.parse({ ...kona, mileage }).mileage).toBe(miles);
  });

  test("a dealer who omits brand, model and year sees an error at each", () => {
    const result = VehicleInput.safeParse(EMPTY_VEHICLE_FORM);
    expect(result.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["brand", "Escribe la marca."],
      ["model", "Escribe el modelo."],
      ["year", "Escribe el año."],
    ]);
  });

  test.each([
    { year: "1900", accepted: true },
    { year: "1899", accepted: false },
    { year: String(newestYear()), accepted: true },
    { year: String(newestYear() + 1), accepted: false },
    { year: "pronto", accepted: false },
  ])("a dealer's year $year is accepted: $accepted", ({ year, accepted }) => {
    expect(VehicleInput.safeParse({ ...kona, year }).success).toBe(accepted);
  });

  test.each([
    { field: { mileage: "-1" }, accepted: false },
    { field: { mileage: "0" }, accepted: true },
    { field: { mileage: "sin datos" }, accepted: true },
    { field: { doors: "3" }, accepted: false },
    { field: { doors: "2" }, accepted: true },
    { field: { vin: "KM8K2CAB4PU0011400" }, accepted: false },
    { field: { vin: "CORTO" }, accepted: true },
    { field: { transmission: "CVT" }, accepted: false },
    { field: { transmission: "Manual" }, accepted: true },
    { field: { fuel_type: "Agua" }, accepted: false },
    { field: { fuel_type: "Diésel" }, accepted: true },
    { field: { status: "disponible" }, accepted: false },
    { field: { status: "En revisión" }, accepted: true },
  ])("a dealer's $field is accepted: $accepted", ({ field, accepted }) => {
    expect(VehicleInput.safeParse({ ...kona, ...field }).success).toBe(accepted);
  });

  test("a dealer's mileage that is not a number is stored as unknown", () => {
    expect(VehicleInput.parse({ ...kona, mileage: "sin datos" }).mileage).toBeNull();
  });

  test.each([
    "brand",
    "model",
    "vin",
    "price",
    "color",
    "engine",
    "trim",
    "interior_color",
    "stock_number",
  ] as const)("a dealer's pasted or imported %s is joined into one line", (field) => {
    const typed = VehicleInput.parse({ ...kona, [field]: "\u0000A\r\n\tB\u007f\u2028C\u001b" });
    expect(typed[field]).toBe("A B C");
  });

  test("a dealer's description keeps its lines, and a list its entries", () => {
    const typed = VehicleInput.parse({
      ...kona,
      description: "uno\ndos",
      equipment: "ABS\tya\nGPS",
    });
    expect(typed).toMatchObject({ description: "uno\ndos", equipment: ["ABS ya", "GPS"] });
  });

  test("a dealer's price phrase is stored as typed", () => {
    expect(VehicleInput.parse({ ...kona, price: "A consultar" }).price).toBe("A consultar");
  });
});

describe("Vehicle", () => {
  test("a row with an unknown status is rejected", () => {
    const row = {
      ...VehicleInput.parse(kona),
      id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
      user_id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c12",
      images: [],
      published: false,
      views: 0,
      created_at: "2026-11-21T00:00:00Z",
      updated_at: "2026-11-21T00:00:00Z",
      reserved_until: null,
    };
    expect(Vehicle.safeParse(row).success).toBe(true);
    expect(Vehicle.safeParse({ ...row, status: "Perdido" }).success).toBe(false);
  });
});
