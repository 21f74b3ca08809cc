import { describe, expect, it } from "vitest";
import { defaultUnits, type Units } from "../units.ts";
import {
  distanceUnitOf,
  isWholeNameHeading,
  matchHeading,
  splitVehicleName,
} from "./sheet-headings.ts";
import { sheetColumns } from "./vehicle-sheet.ts";

const inPesos: Units = { currency: "MXN", distance: "km" };

describe("a heading in a dealer's sheet", () => {
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
    ["Kilómetros", "mileage"],
    ["Millas / km", null],
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
    ["Precio de la venta USD", "price"],
    ["Precio en dólares", "price"],
    ["Precio en pesos", null],
    ["Precio constructor", null],
    ["Número de motor", null],
    ["ExteriorColor", "color"],
    ["Color Exterior", "color"],
    ["Ext. Color", "color"],
    ["Stk#", "stock_number"],
    ["StockNumber", "stock_number"],
    ["stocknumber", "stock_number"],
    ["VIN #", "vin"],
    ["Número de chasis", "vin"],
    ["Vehicle Year", "year"],
    ["Tipo de combustible", "fuel_type"],
    ["Tipo de vehículo", "body_style"],
    ["Cantidad de puertas", "doors"],
    ["Caja de cambios", "transmission"],
    ["Odometer (mi)", "mileage"],
    ["Odometer Miles", "mileage"],
    ["Odómetro km", "mileage"],
    ["Unit Cost", "cost"],
    ["Costo de adquisición", "cost"],
    ["Date Purchased", "acquired_on"],
    ["Fecha de la compra", "acquired_on"],
    ["Fecha de venta", "sold_on"],
    ["Carfax Link", "history_url"],
    ["Color", "color"],
    ["Color interior", "interior_color"],
    ["Días en inventario", null],
    ["Sucursal", null],
    ["Total", null],
    ["Fotos", null],
    ["", null],
    ["()", null],
  ])("%j names %s", (heading, name) => expect(matchHeading(heading, defaultUnits)).toBe(name));

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
    ["Millaje (mi)", "mileage"],
    ["Odómetro (millas)", "mileage"],
  ])("%j names %s for a dealership in pesos and kilometres", (heading, name) =>
    expect(matchHeading(heading, inPesos)).toBe(name),
  );

  it.each([
    ["Kilómetros", "km"],
    ["Kilometraje (mi)", "mi"],
    ["Odómetro (millas)", "mi"],
    ["Millaje", null],
    ["Millas / km", null],
  ])("%j sets the distance unit %s", (heading, unit) => expect(distanceUnitOf(heading)).toBe(unit));

  it("names exactly the column that lists it", () => {
    for (const { name, heading, also } of sheetColumns) {
      for (const one of [heading, ...also]) expect(matchHeading(one, inPesos), one).toBe(name);
    }
  });
});

describe("a cell with a vehicle's whole name", () => {
  it.each([
    ["Vehículo", true],
    ["Marca y modelo", true],
    ["Make/Model", true],
    ["Year Make Model", true],
    ["Vehículo vendido", false],
    ["Color", false],
    ["", false],
  ])("is expected under the heading %j: %j", (heading, may) =>
    expect(isWholeNameHeading(heading)).toBe(may),
  );

  it.each([
    ["Toyota Corolla LE 2021", "Toyota", "Corolla LE", "2021"],
    ["2019 Mercedes Benz C 200", "Mercedes Benz", "C 200", "2019"],
    ["Peugeot 2008 (2021)", "Peugeot", "2008", "2021"],
    ["Mazda 3", "Mazda", "3", ""],
    ["2020", "", "", "2020"],
  ])("%j is split into make, model and year", (cell, brand, model, year) =>
    expect(splitVehicleName(cell)).toEqual({ brand, model, year }),
  );
});
