import { describe, expect, it } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { EMPTY_VEHICLE_FORM, type Vehicle, VehicleInput } from "#contract/vehicle.ts";
import {
  applyDecoding,
  changedColumns,
  conflictingValue,
  formValuesOf,
  withoutUnofferedValues,
} from "./form-values.ts";

const kona: Vehicle = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  user_id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c12",
  ...minimalVehicle,
  vin: "KM8K2CAB4PU001140",
  price: "18500",
  mileage: 12345,
  transmission: "Automático",
  fuel_type: "Gasolina",
  doors: 4,
  images: [],
  reserved_until: null,
  published: true,
  views: 3,
  created_at: "2026-11-21T00:00:00Z",
  updated_at: "2026-11-21T00:00:00Z",
};

function changesOf(vehicle: Vehicle, changes: Partial<typeof EMPTY_VEHICLE_FORM>) {
  const initial = formValuesOf(vehicle);
  const values = { ...initial, ...changes };
  return changedColumns(
    initial,
    values,
    VehicleInput.parse(withoutUnofferedValues(initial, values)),
  );
}

describe("a save of the vehicle form (fault 13)", () => {
  it("a dealer who changes the price sends only the price", () => {
    expect(changesOf(kona, { price: "17900" })).toEqual({ price: "17900" });
  });

  it("a dealer who clears a field sends null for it", () => {
    expect(changesOf(kona, { mileage: "", fuel_type: "" })).toEqual({
      mileage: null,
      fuel_type: null,
    });
  });

  it("a dealer who changes nothing sends nothing", () => {
    expect(changesOf(kona, {})).toEqual({});
  });

  it("a dealer's stored values that the form does not offer are kept", () => {
    const imported = { ...kona, transmission: "CVT", doors: 3, fuel_type: "GNC" };
    expect(formValuesOf(imported)).toMatchObject({
      transmission: "CVT",
      doors: "3",
      fuel_type: "GNC",
    });
    expect(changesOf(imported, { color: "Rojo" })).toEqual({ color: "Rojo" });
    expect(changesOf(imported, { doors: "", transmission: "Manual" })).toEqual({
      doors: null,
      transmission: "Manual",
    });
  });

  it("a dealer cannot choose a value that the form does not offer", () => {
    expect(() => changesOf(kona, { doors: "3" })).toThrow("Elige 2, 4 o 5 puertas.");
  });
});

describe("the values from a decoded VIN", () => {
  const decoding = {
    vin: "KM8K2CAB4PU001140",
    checkDigitValid: true,
    brand: "Hyundai",
    model: "Kona",
    year: 2023,
    fuel_type: "Gasolina",
  } as const;

  it("a dealer with an empty form gets every field that the VIN knows", () => {
    expect(applyDecoding(EMPTY_VEHICLE_FORM, decoding, [])).toEqual([
      { field: "brand", value: "Hyundai" },
      { field: "model", value: "Kona" },
      { field: "year", value: "2023" },
      { field: "fuel_type", value: "Gasolina" },
    ]);
  });

  it("a dealer's own values are never overwritten", () => {
    const typed = { ...EMPTY_VEHICLE_FORM, brand: "HYUNDAI", year: "2022" };
    expect(applyDecoding(typed, decoding, []).map(({ field }) => field)).toEqual([
      "model",
      "fuel_type",
    ]);
  });

  it("a dealer who corrects the VIN gets its values in untouched fields", () => {
    const before = applyDecoding(EMPTY_VEHICLE_FORM, decoding, []);
    const filled = { ...EMPTY_VEHICLE_FORM, brand: "Hyundai", model: "Kona EV", year: "2023" };
    const corrected = { ...decoding, brand: "Toyota", model: "Camry", fuel_type: undefined };
    const values = { ...filled, fuel_type: "Gasolina" };
    expect(applyDecoding(values, corrected, before)).toEqual([
      { field: "brand", value: "Toyota" },
      { field: "year", value: "2023" },
      { field: "fuel_type", value: "" },
    ]);
  });

  it("a dealer's other spelling or added trim does not contradict the VIN", () => {
    const known = { ...decoding, trim: "SE" };
    expect(conflictingValue("brand", "HYUNDAI ", known)).toBeNull();
    expect(conflictingValue("brand", "VW", { ...known, brand: "Volkswagen" })).toBeNull();
    expect(conflictingValue("model", "kona se", known)).toBeNull();
    expect(conflictingValue("year", "", known)).toBeNull();
    expect(conflictingValue("doors", "4", known)).toBeNull();
  });

  it("a dealer with another value sees what the VIN says", () => {
    expect(conflictingValue("year", "2022", decoding)).toBe("2023");
    expect(conflictingValue("model", "Kona Limited", { ...decoding, trim: "SE" })).toBe("Kona");
  });
});
