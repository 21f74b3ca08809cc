import { expect, test } from "vitest";
import {
  contactLinks,
  dealershipQuestion,
  vehicleQuestion,
  whatsappLink,
} from "./contact-links.ts";

const sol = {
  phone: "+1 (305) 555-0123",
  telephone: "tel:+13055550123",
  email: "ventas@sol.example",
  location: "Calle 8, Miami",
  locationUrl: "https://maps.example/sol",
  whatsapp: "13055550123",
  instagram: "@autos.sol",
  facebook: "javascript:alert(1)",
};

test("a visitor gets a link for every contact channel, but never a script", () => {
  expect(contactLinks(sol, "Hola")).toEqual({
    call: { text: "+1 (305) 555-0123", href: "tel:+13055550123" },
    email: { text: "ventas@sol.example", href: "mailto:ventas@sol.example" },
    place: { text: "Calle 8, Miami", href: "https://maps.example/sol", isWritten: true },
    whatsapp: "https://wa.me/13055550123?text=Hola",
    social: [{ name: "Instagram", href: "https://www.instagram.com/autos.sol" }],
  });
});

test("a visitor of a seller without contact data gets no link", () => {
  expect(contactLinks({}, "Hola")).toEqual({
    call: null,
    email: null,
    place: null,
    whatsapp: null,
    social: [],
  });
});

test("a visitor gets a map search for an address without a map link", () => {
  expect(contactLinks({ location: "Calle 8 & 9, Miami" }, "").place).toEqual({
    text: "Calle 8 & 9, Miami",
    href: "https://www.google.com/maps/search/?api=1&query=Calle%208%20%26%209%2C%20Miami",
    isWritten: true,
  });
  expect(contactLinks({ locationUrl: "https://maps.example" }, "").place).toMatchObject({
    text: "Ver en el mapa",
    isWritten: false,
  });
});

test("a visitor's message names the dealership", () => {
  expect(dealershipQuestion("Autos Sol")).toBe(
    "Hola, quiero más información sobre los vehículos de Autos Sol.",
  );
});

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
