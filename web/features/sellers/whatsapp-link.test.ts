import { expect, test } from "vitest";
import { vehicleQuestion, whatsappLink } from "./contact-links.ts";

test("a visitor's message names the vehicle and its VIN", () => {
  expect(vehicleQuestion({ brand: "Hyundai", model: "Kona", vin: "KM8K2CAB4PU001140" })).toBe(
    "Hola, quiero más información sobre el Hyundai Kona (KM8K2CAB4PU001140).",
  );
});

test("a visitor's message about a vehicle without VIN has no empty brackets", () => {
  expect(vehicleQuestion({ brand: "Hyundai", model: "Kona", vin: null })).toBe(
    "Hola, quiero más información sobre el Hyundai Kona.",
  );
});

test("a visitor's link uses the digits of the seller's number", () => {
  expect(whatsappLink("+1 (305) 555-0123", "¿Sí & no?")).toBe(
    "https://wa.me/13055550123?text=%C2%BFS%C3%AD%20%26%20no%3F",
  );
});

test.each([undefined, "", "no tengo"])("a visitor gets no link for the number %j", (number) => {
  expect(whatsappLink(number, "Hola")).toBeNull();
});
