import { expect, test } from "vitest";
import { paymentAddress } from "./vehicle-ways.ts";

test("a customer calculates the payment of a vehicle that has a price and can be bought", () => {
  const vehicle = {
    id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
    brand: "Hyundai",
    model: "Kona",
    year: 2023,
    vin: null,
    price: "$18,500",
    mileage: null,
    transmission: null,
    color: null,
    fuel_type: null,
    doors: null,
    engine: null,
    description: null,
    images: [],
    status: "Disponible" as const,
    reserved_until: null,
  };
  const storefront = "/i/autos-sol?vendedor=ana";
  expect(paymentAddress(storefront, vehicle)).toBe(
    "/i/autos-sol?vendedor=ana&precio=18500#calculadora",
  );
  expect(paymentAddress(storefront, { ...vehicle, price: "A consultar" })).toBeNull();
  expect(paymentAddress(storefront, { ...vehicle, status: "Vendido" })).toBeNull();
  expect(paymentAddress(null, vehicle)).toBeNull();
});
