import { describe, expect, it, vi } from "vitest";
import { defaultUnits } from "../units.ts";
import type { SheetFormat } from "./sheet-cells.ts";
import { sheetColumn } from "./vehicle-sheet.ts";

const inDollars: SheetFormat = { units: defaultUnits, days: null, today: "2026-11-27" };
const inPesos: SheetFormat = {
  units: { currency: "MXN", distance: "km" },
  days: null,
  today: "2026-11-27",
};

describe("a cell in a dealer's sheet", () => {
  it.each([
    ["year", "2,023", { value: 2023 }],
    ["year", "'18", { value: 2018 }],
    ["year", "98", { value: 1998 }],
    ["year", "2018/19", { value: 2018 }],
    ["mileage", "aprox. 45'000 mi", { value: 45000 }],
    ["mileage", "12’500 mi", { value: 12500 }],
    ["mileage", "1\u00a0234,5", { value: 1234 }],
    ["cost", "1\u202f234,5 $", { value: 1234.5 }],
    ["mileage", "130,xxx", { problem: "«130,xxx» no es un número." }],
    ["mileage", "45-50 mil", { problem: "«45-50 mil» no es un número." }],
    ["mileage", "72.113,5", { value: 72113 }],
    ["owners", "único dueño", { value: 1 }],
    ["vin", "VIN: 1hgcm82633a004352*", { value: "1HGCM82633A004352" }],
    ["vin", "pendiente", { problem: "«pendiente» no es un VIN." }],
    ["vin", "1.23457E+16", { problem: "«1.23457E+16» no es un VIN." }],
    ["price", "10868.0749999", { value: "10868.07" }],
    ["price", "12990,50", { value: "12990,50" }],
    ["price", "12.990", { value: "12.990" }],
    ["status", "NOT_AVAILABLE", { value: "En revisión" }],
    ["title_status", "No limpio", { problem: expect.stringContaining("«No limpio»") }],
    ["sold_on", "2099-01-01", { problem: "«2099-01-01» aún no ha llegado." }],
    ["fuel_type", "Gas LP", { problem: expect.stringContaining("«Gas LP»") }],
    ["fuel_type", "Gas-oil", { value: "Diésel" }],
    ["fuel_type", "Gasolina-Eléctrico", { value: "Híbrido" }],
    ["title_status", "Rebuilt/Salvage", { value: "Rebuilt" }],
    ["year", "1700", { problem: "El año debe ser 1900 o posterior." }],
    ["mileage", "45.000 mi", { value: 45000 }],
    ["mileage", "45,000 millas", { value: 45000 }],
    ["mileage", "160.934 kilómetros", { value: 100000 }],
    ["mileage", "45 mil km", { value: 27962 }],
    ["mileage", "45 mil", { value: 45000 }],
    ["mileage", "45.5k", { value: 45500 }],
    ["mileage", "muchas", { problem: "«muchas» no es un número." }],
    ["vin", " km8k2cab4-pu001140", { value: "KM8K2CAB4PU001140" }],
    ["transmission", "automatica", { value: "Automático" }],
    ["transmission", "8-Speed CVT", { value: "Automático" }],
    ["transmission", "6-Speed Manual", { value: "Manual" }],
    ["transmission", "T/A", { value: "Automático" }],
    ["transmission", "T/M", { value: "Manual" }],
    ["transmission", "Rara", { problem: "«Rara» no es ninguno de: Automático, Manual." }],
    ["fuel_type", "GASOLINE", { value: "Gasolina" }],
    ["fuel_type", "Gas/Electric Hybrid", { value: "Híbrido" }],
    ["body_style", "4D Sport Utility", { value: "SUV" }],
    ["body_style", "Crew Cab Pickup", { value: "Pickup" }],
    ["body_style", "4D Sedan", { value: "Sedán" }],
    ["body_style", "Jeepeta", { value: "SUV" }],
    ["drivetrain", "Four Wheel Drive", { value: "4x4" }],
    ["title_status", "Clean title", { value: "Limpio" }],
    ["condition", "Used", { value: "Usado" }],
    ["condition", "Seminuevo", { value: "Usado" }],
    ["condition", "Pre-Owned (CPO)", { value: "Certificado" }],
    ["condition", "0 km", { value: "Nuevo" }],
    ["status", "In Stock", { value: "Disponible" }],
    ["status", "En piso", { value: "Disponible" }],
    ["status", "En taller", { value: "En revisión" }],
    ["status", "Apartado", { value: "En revisión" }],
    ["status", "No disponible", { value: "En revisión" }],
    ["status", "Sep.", { value: "En revisión" }],
    ["status", "disp", { value: "Disponible" }],
    ["status", "OK", { value: "Disponible" }],
    ["status", "VEND.", { value: "Vendido" }],
    ["status", "No vendido", { value: "Disponible" }],
    ["fuel_type", "Sold", { problem: expect.stringContaining("«Sold»") }],
    ["doors", "4", { value: 4 }],
    ["doors", "3", { problem: "Elige 2, 4 o 5 puertas." }],
    ["status", "vendido", { value: "Vendido" }],
    ["published", "sí", { value: true }],
    ["published", "quizás", { problem: "«quizás» no es Sí ni No." }],
    ["cost", "$9,500.50", { value: 9500.5 }],
    ["cost", "9,500 dólares", { value: 9500 }],
    ["price", "$12,500 OBO", { value: "12,500" }],
    ["cost", "poco", { problem: expect.stringContaining("no es una cantidad") }],
    ["acquired_on", "2026-01-31", { value: "2026-01-31" }],
    ["acquired_on", "31/1/2026", { value: "2026-01-31" }],
    ["acquired_on", "1/31/2026", { value: "2026-01-31" }],
    ["acquired_on", "3/3/2026", { value: "2026-03-03" }],
    [
      "acquired_on",
      "3/4/2026",
      { problem: expect.stringContaining("puede ser dos días"), unclear: true },
    ],
    ["acquired_on", "40/40/2026", { problem: expect.stringContaining("escribe el día") }],
    ["acquired_on", "2026-02-30", { problem: expect.stringContaining("escribe el día") }],
    ["acquired_on", "0026-02-03", { problem: expect.stringContaining("escribe el día") }],
  ])("in the column %s: %j gives its value, or a reason to reject it", (name, text, reading) =>
    expect(sheetColumn(name)?.read?.(text, inDollars)).toEqual(reading),
  );

  it.each(["sold_on", "acquired_on"])(
    "in the column %s can be the dealership's today, but no later day",
    (name) => {
      vi.useFakeTimers({ now: new Date("2026-12-01T07:22:00Z") });
      const inLosAngeles = { units: { ...defaultUnits, zone: "America/Los_Angeles" }, days: null };
      const read = (text: string) => sheetColumn(name)?.read?.(text, inLosAngeles);
      expect(read("2026-11-30")).toEqual({ value: "2026-11-30" });
      expect(read("2026-12-01")).toEqual({ problem: "«2026-12-01» aún no ha llegado." });
      vi.useRealTimers();
    },
  );

  it.each([
    ["285,000 M.N.", "285,000"],
    ["$285,000.00 MXN negociable", "285,000.00"],
    ["$ 285,000 Pesos Mexicanos", "285,000"],
    ["MXN $285,000.-", "285,000"],
    ["$285,000 / negociable", "285,000"],
    ["Precio: $285 mil pesos", "285 mil"],
    ["285 mil", "285 mil"],
    ["$285,000 (a tratar)", "285,000"],
    ["285'000 O.B.O.", "285'000"],
    ["A consultar", "A consultar"],
    ["285,000 + IVA", "285,000 + IVA"],
    ["desde 285,000", "desde 285,000"],
    ["285,000 mensuales", "285,000 mensuales"],
    ["Q 85,000", null],
    ["US$ 12,500", null],
    ["$us 12.500", null],
    ["$12,500 dlls.", null],
    ["12,500 USD OBO", null],
    ["RD$ 950,000", null],
  ])("in the price column of a dealership in pesos: %j is read or rejected", (text, price) =>
    expect(sheetColumn("price")?.read?.(text, inPesos)).toEqual(
      price === null
        ? { problem: `«${text}» está en otra moneda: escríbelo en MXN.` }
        : { value: price },
    ),
  );

  it.each(["280,000 - 290,000", "-285,000"])("%j is a doubtful price", (text) =>
    expect(sheetColumn("price")?.read?.(text, inPesos)).toEqual({
      value: text,
      doubt: expect.stringContaining("no es una cantidad"),
    }),
  );

  it("in another currency is rejected as a cost", () =>
    expect(sheetColumn("cost")?.read?.("US$ 9,500", inPesos)).toEqual({
      problem: expect.stringContaining("otra moneda"),
    }));
});
