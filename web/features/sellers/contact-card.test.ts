import { describe, expect, test } from "vitest";
import { contactCard, contactCardFileName } from "./contact-file.ts";

const sol = {
  name: "Autos Sol",
  organisation: "Autos Sol",
  phone: "+1 305 555 0123",
  email: "ventas@sol.example",
  url: "https://maps.example/sol",
  location: "Calle 8, Miami",
};

describe("contactCard (threat 40)", () => {
  test("a visitor saves name, phone, e-mail, address and location link", () => {
    expect(contactCard(sol).split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:;Autos Sol;;;",
      "FN:Autos Sol",
      "ORG:Autos Sol",
      "X-ABSHOWAS:COMPANY",
      "TEL;TYPE=WORK,VOICE:+1 305 555 0123",
      "EMAIL:ventas@sol.example",
      "URL:https://maps.example/sol",
      String.raw`ADR;TYPE=WORK:;;Calle 8\, Miami;;;;`,
      "END:VCARD",
      "",
    ]);
  });

  test("a seller cannot inject lines or fields into the card", () => {
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
    const separated = contactCard({
      ...sol,
      name: "Sol\u2028TEL:666",
      url: "https://a.example\u2029TEL:666",
    });
    expect(separated).toContain(String.raw`FN:Sol\nTEL:666`);
    expect(separated).toContain("URL:https://a.exampleTEL:666");
  });

  test("a seller without details gets empty fields", () => {
    const card = contactCard({
      name: "Ana",
      organisation: "Ana",
      phone: "",
      email: "",
      url: "",
      location: "",
    });
    expect(card).toContain("\r\nTEL;TYPE=WORK,VOICE:\r\nEMAIL:\r\nURL:\r\n");
  });

  test("a visitor saves a salesperson with dealership, title, WhatsApp number and photo", () => {
    const photo = "/9j/4AAQSkZJRgABAQ".repeat(30);
    const card = contactCard({
      ...sol,
      name: "Ana Núñez",
      organisation: "Autos Sol, S.A.",
      title: "Vendedor",
      mobile: "+13055550199",
      photo,
    });
    const lines = card.replaceAll("\r\n ", "").split("\r\n");
    expect(lines).toContain(String.raw`ORG:Autos Sol\, S.A.`);
    expect(lines).toContain("TITLE:Vendedor");
    expect(lines).not.toContain("X-ABSHOWAS:COMPANY");
    expect(lines).toContain("TEL;TYPE=CELL,VOICE:+13055550199");
    expect(lines).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${photo}`);
    expect(card.split("\r\n").every((line) => line.length <= 75)).toBe(true);
  });

  test("a visitor's phone gets lines folded at 75 octets, never inside a character", () => {
    const location = "ñandú ".repeat(40).trim();
    const card = contactCard({ ...sol, location });
    const encoder = new TextEncoder();
    expect(card.split("\r\n").every((line) => encoder.encode(line).length <= 75)).toBe(true);
    expect(card.replaceAll("\r\n ", "")).toContain(`ADR;TYPE=WORK:;;${location};;;;`);
  });
});

describe("contactCardFileName", () => {
  test("a visitor's file is named after the contact, without illegal characters", () => {
    expect(contactCardFileName('Sol / "Miami"\n')).toBe("Sol  Miami.vcf");
    expect(contactCardFileName("//")).toBe("contacto.vcf");
  });
});
