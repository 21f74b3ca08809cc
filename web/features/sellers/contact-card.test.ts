import { describe, expect, test } from "vitest";
import { contactCard, contactCardFileName } from "./contact-card.ts";

const sol = {
  name: "Autos Sol",
  phone: "+1 305 555 0123",
  email: "ventas@sol.example",
  url: "https://maps.example/sol",
  location: "Calle 8, Miami",
};

describe("contactCard", () => {
  test("a visitor saves name, phone, e-mail, address and location link", () => {
    expect(contactCard(sol).split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Autos Sol;;;;",
      "FN:Autos Sol",
      "ORG:Autos Sol",
      "TEL;TYPE=WORK,VOICE:+1 305 555 0123",
      "EMAIL:ventas@sol.example",
      "URL:https://maps.example/sol",
      String.raw`ADR;TYPE=WORK:;;Calle 8\, Miami;;;;`,
      "END:VCARD",
      "",
    ]);
  });

  test("a seller cannot smuggle a second line or field into the card", () => {
    const card = contactCard({
      ...sol,
      name: "Sol; Luna\\\nTEL:666",
      url: "https://a.example\r\nTEL:666",
    });
    const lines = card.split("\r\n");
    expect(lines).toContain(String.raw`FN:Sol\; Luna\\\nTEL:666`);
    expect(lines).toContain("URL:https://a.exampleTEL:666");
    expect(lines.filter((line) => line.startsWith("TEL:"))).toEqual([]);
    expect(card.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("a seller without details leaves empty fields", () => {
    const card = contactCard({ name: "Ana", phone: "", email: "", url: "", location: "" });
    expect(card).toContain("\r\nTEL;TYPE=WORK,VOICE:\r\nEMAIL:\r\nURL:\r\n");
  });

  test("a phone reads long lines that are folded at 75 octets, never inside a character", () => {
    const location = "ñandú ".repeat(40).trim();
    const card = contactCard({ ...sol, location });
    const encoder = new TextEncoder();
    expect(card.split("\r\n").every((line) => encoder.encode(line).length <= 75)).toBe(true);
    expect(card.replaceAll("\r\n ", "")).toContain(`ADR;TYPE=WORK:;;${location};;;;`);
  });
});

describe("contactCardFileName", () => {
  test("a visitor's file is named after the contact, without what file systems refuse", () => {
    expect(contactCardFileName('Sol / "Miami"\n')).toBe("Sol  Miami.vcf");
    expect(contactCardFileName("//")).toBe("contacto.vcf");
  });
});
