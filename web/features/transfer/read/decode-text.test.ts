import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const text = "Año;Descripción\nCitroën C3;Único dueño, Niño\nPEÑA;¿ÁREA?";
const maps: Record<string, Record<string, number>> = {
  "windows-1252": { ñ: 0xf1, ó: 0xf3, ë: 0xeb, Ú: 0xda, Ñ: 0xd1, "¿": 0xbf, Á: 0xc1 },
  cp850: { ñ: 0xa4, ó: 0xa2, ë: 0x89, Ú: 0xe9, Ñ: 0xa5, "¿": 0xa8, Á: 0xb5 },
  macintosh: { ñ: 0x96, ó: 0x97, ë: 0x91, Ú: 0xf2, Ñ: 0x84, "¿": 0xc0, Á: 0xe7 },
};
const encode = (name: string, content: string) =>
  Uint8Array.from([...content].map((letter) => maps[name]?.[letter] ?? letter.charCodeAt(0)));
const wide = (content: string, isLittle: boolean, mark: number[] = []) =>
  Uint8Array.from([
    ...mark,
    ...[...content].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      const pair = [code & 0xff, code >> 8];
      return isLittle ? pair : pair.reverse();
    }),
  ]);
const decode = (bytes: Uint8Array) => decodeText(bytes.slice().buffer);

describe("decoding a dealer's file", () => {
  it("keeps the euro sign in ISO 8859-15", () => {
    const bytes = Uint8Array.from(
      [..."Año;9900 €"].map((letter) => (letter === "€" ? 0xa4 : letter.charCodeAt(0))),
    );
    expect(decode(bytes)).toBe("Año;9900 €");
  });

  it.each(Object.keys(maps))("keeps accents in %s", (name) => {
    expect(decode(encode(name, text))).toBe(text);
    for (const word of ["Año;Marca\n2019;Kia", "Marca;Descripción", "Citroën", "Kia;Peña"]) {
      expect(decode(encode(name, word))).toBe(word);
    }
  });

  it("keeps accents in UTF-16, with and without a BOM", () => {
    expect(decode(wide(text, true, [0xff, 0xfe]))).toBe(text);
    expect(decode(wide(text, false, [0xfe, 0xff]))).toBe(text);
    expect(decode(wide(text, true))).toBe(text);
    expect(decode(wide(text, false))).toBe(text);
  });

  it("keeps accents in UTF-8, even with a damaged character", () => {
    const bytes = new TextEncoder().encode(text);
    expect(decode(bytes)).toBe(text);
    const damaged = Uint8Array.from([...bytes, 0x0a, 0xf1, 0x0a]);
    expect(decode(damaged)).toBe(`${text}\n\uFFFD\n`);
  });

  it("repairs text that was encoded twice", () => {
    const twice = new TextEncoder().encode("AÃ±o;DescripciÃ³n;â€œNiÃ±oâ€\u009d;Único");
    expect(decode(twice)).toBe("Año;Descripción;“Niño”;Único");
  });
});
