import { expect, test } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { paymentOf } from "./vehicle-page-data.ts";

test("a customer can calculate the payment of an unsold vehicle, from its price if any", () => {
  const vehicle = {
    id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
    ...minimalVehicle,
    price: "$18,500",
    images: [],
    reserved_until: null,
  };
  const storefront = "/i/autos-sol?vendedor=ana";
  expect(paymentOf(vehicle, "USD", storefront)).toMatchObject({
    price: 18_500,
    href: "/i/autos-sol?vendedor=ana&precio=18500#calculadora",
  });
  expect(paymentOf({ ...vehicle, price: "A consultar" }, "USD", storefront)).toMatchObject({
    price: null,
    href: `${storefront}#calculadora`,
  });
  expect(paymentOf(vehicle, "MXN", null)).toMatchObject({
    price: 18_500,
    scale: { factor: 20, top: 2_000_000 },
  });
  expect(paymentOf(vehicle, "EUR", null)?.price).toBeNull();
  expect(paymentOf(vehicle, "USD", null)).toMatchObject({ price: 18_500, href: null });
  expect(paymentOf({ ...vehicle, status: "Vendido" }, "USD", storefront)).toBeNull();
});
