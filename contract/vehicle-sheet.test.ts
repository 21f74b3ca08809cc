import { describe, expect, it } from "vitest";
import { standardUnits, type Units } from "./units.ts";
import { matchHeading, sheetColumn, sheetColumns } from "./vehicle-sheet.ts";

const inPesos: Units = { currency: "MXN", distance: "km" };

describe("a heading of a dealer's sheet", () => {
  it.each([
    ["Año", "year"],
    ["ANO", "year"],
    [" anio ", "year"],
    ["Model Year", "year"],
    ["model_year", "year"],
    ["Marca", "brand"],
    ["make", "brand"],
    ["Millaje (mi)", "mileage"],
    ["Millas", "mileage"],
    ["Kilómetros", null],
    ["NIV", "vin"],
    ["Fuel Type", "fuel_type"],
    ["combustible", "fuel_type"],
    ["DESCRIPCION", "description"],
    ["Precio de compra", "cost"],
    ["ID de Vitrina", "id"],
    ["Nº de VIN", "vin"],
    ["Nro. de serie (VIN)", "vin"],
    ["Marca / Make", "brand"],
    ["Make/Model", null],
    ["Estatus / Sucursal", null],
    ["Nº unidad", "stock_number"],
    ["P.V.P.", "price"],
    ["Fotos", null],
    ["", null],
    ["()", null],
  ])("%j names %s", (heading, name) => expect(matchHeading(heading, standardUnits)).toBe(name));

  it.each([
    ["Precio (MXN)", "price"],
    ["PRECIO ($)", "price"],
    ["Precio (sin IVA)", "price"],
    ["Costo (mxn)", "cost"],
    ["Millaje (km)", "mileage"],
    ["Kilómetros", "mileage"],
    ["Precio (USD)", null],
    ["Costo (US$)", null],
    ["Precio (€)", null],
    ["Millaje (mi)", null],
    ["Odómetro (millas)", null],
  ])("%j names %s where pesos and kilometres are meant", (heading, name) =>
    expect(matchHeading(heading, inPesos)).toBe(name),
  );

  it("is never that of two columns", () => {
    for (const { name, heading, also } of sheetColumns) {
      for (const one of [heading, ...also]) expect(matchHeading(one, inPesos), one).toBe(name);
    }
  });
});

describe("a cell of a dealer's sheet", () => {
  it.each([
    ["year", "2,023", { value: 2023 }],
    ["year", "1700", { problem: "El año debe ser 1900 o posterior." }],
    ["mileage", "45.000 mi", { value: 45000 }],
    ["mileage", "45 mil", { value: 45000 }],
    ["mileage", "45.5k", { value: 45500 }],
    ["mileage", "muchas", { problem: "«muchas» no es un número." }],
    ["vin", " km8k2cab4-pu001140", { value: "KM8K2CAB4PU001140" }],
    ["transmission", "automatica", { value: "Automático" }],
    ["transmission", "8-Speed CVT", { value: "Automático" }],
    ["transmission", "6-Speed Manual", { value: "Manual" }],
    ["transmission", "Rara", { problem: "«Rara» no es ninguno de: Automático, Manual." }],
    ["fuel_type", "GASOLINE", { value: "Gasolina" }],
    ["fuel_type", "Gas/Electric Hybrid", { value: "Híbrido" }],
    ["body_style", "4D Sport Utility", { value: "SUV" }],
    ["body_style", "Crew Cab Pickup", { value: "Pickup" }],
    ["body_style", "4D Sedan", { value: "Sedán" }],
    ["drivetrain", "Four Wheel Drive", { value: "4x4" }],
    ["title_status", "Clean title", { value: "Limpio" }],
    ["status", "In Stock", { value: "Disponible" }],
    ["status", "En piso", { value: "Disponible" }],
    ["status", "En taller", { value: "En revisión" }],
    ["fuel_type", "Sold", { problem: expect.stringContaining("«Sold»") }],
    ["doors", "4", { value: 4 }],
    ["doors", "3", { problem: "Elige 2, 4 o 5 puertas." }],
    ["status", "vendido", { value: "Vendido" }],
    ["published", "sí", { value: true }],
    ["published", "quizás", { problem: "«quizás» no es Sí ni No." }],
    ["cost", "$9,500.50", { value: 9500.5 }],
    ["cost", "poco", { problem: expect.stringContaining("no es una cantidad") }],
    ["acquired_on", "2026-01-31", { value: "2026-01-31" }],
    ["acquired_on", "31/1/2026", { value: "2026-01-31" }],
    ["acquired_on", "1/31/2026", { value: "2026-01-31" }],
    ["acquired_on", "3/3/2026", { value: "2026-03-03" }],
    ["acquired_on", "3/4/2026", { problem: expect.stringContaining("escribe el día") }],
    ["acquired_on", "40/40/2026", { problem: expect.stringContaining("escribe el día") }],
    ["acquired_on", "2026-02-30", { problem: expect.stringContaining("escribe el día") }],
    ["acquired_on", "0026-02-03", { problem: expect.stringContaining("escribe el día") }],
  ])("of %s with %j", (name, text, reading) =>
    expect(sheetColumn(name)?.read?.(text, null)).toEqual(reading),
  );
});
