import { expect, it } from "vitest";
import { readContact } from "./read-contact.ts";

const nora = { fullName: "Nora Nueva", phone: "305 555 0123", email: "nora@example.com" };

it.each([
  "Nora Nueva 305 555 0123 nora@example.com",
  "nora@example.com, 305 555 0123, Nora Nueva",
  "Nora Nueva <nora@example.com> · 305 555 0123",
  "Nombre: Nora Nueva\nCel.: 305 555 0123\r\nCorreo: nora@example.com\n",
  "Nora Nueva - 305 555 0123 - nora@example.com",
  "Nora Nueva\nTel.:Cel.: 305 555 0123\nE-mail: nora@example.com",
])("a dealer who pastes %j gets name, phone and e-mail", (text) => {
  expect(readContact(text)).toEqual(nora);
});

it("a dealer who pastes no name, phone or e-mail gets that field empty", () => {
  expect(readContact("Nora Nueva +1 (305) 555-0123")).toEqual({
    fullName: "Nora Nueva",
    phone: "+1 (305) 555-0123",
    email: "",
  });
  expect(readContact("nora.nueva@example.com")).toEqual({
    fullName: "",
    phone: "",
    email: "nora.nueva@example.com",
  });
});

it.each(["", "Nora Nueva", "María-José D'Ávila 2.ª", "Telma Celis", "Ana @ Autos 24"])(
  "a dealer who types only the name %j keeps it as it is",
  (text) => {
    expect(readContact(text)).toBeNull();
  },
);

it("a dealer's salesperson named Telma Celis keeps the whole name", () => {
  expect(readContact("Telma Celis 3055550123")?.fullName).toBe("Telma Celis");
});
