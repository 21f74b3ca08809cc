import { minimalVehicle } from "#contract/fixtures.ts";
import type { SheetVehicle } from "#contract/sheets/vehicle-sheet.ts";

export const kona: SheetVehicle = {
  id: "0b5f8a52-6f0c-4b0e-9d5e-0e7b5a3c9f01",
  ...minimalVehicle,
  stock_number: "A-0001",
  vin: "KM8K2CAB4PU001140",
  price: "18,500",
  mileage: 21000,
  transmission: "Automático",
  color: "Azul",
  fuel_type: "Gasolina",
  doors: 4,
  description: "Un solo dueño.",
  published: true,
  reserved_until: null,
  updated_at: "2026-11-20T10:00:00.123456+00:00",
  vehicle_figures: { cost: 15000, acquired_on: "2026-03-04" },
};
