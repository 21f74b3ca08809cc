import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { transferMessages as messages } from "../messages.ts";

/**
 * Decodes a file: UTF-8, UTF-16, or the Windows, Mac or DOS encoding that gives the most plausible
 * Spanish. Throws UserFacingError if it is not text.
 */
export function decodeText(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content);
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes.subarray(0, SAMPLE).includes(0)) throw new UserFacingError(messages.unreadable);
  try {
    return repairDoubleEncoding(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return decodeLegacy(bytes);
  }
}

/** Bytes inspected to detect the encoding. */
const SAMPLE = 100_000;

/** Detects UTF-16 (Excel's "Unicode text") by its BOM or by the zero bytes of Latin letters. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE);
  const zerosAt = (place: number) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === place).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const many = sample.length * 0.4;
  if (odd > many && even < odd / 10) return "utf-16le";
  return even > many && odd < even / 10 ? "utf-16be" : null;
}

const decoders: ((bytes: Uint8Array) => string)[] = [
  (bytes) => new TextDecoder("windows-1252").decode(bytes),
  (bytes) => new TextDecoder("utf-8").decode(bytes),
  (bytes) => new TextDecoder("macintosh").decode(bytes),
  decodeCp850,
];

/** A file with a few damaged characters may still be UTF-8. */
function decodeLegacy(bytes: Uint8Array): string {
  const from = Math.max(bytes.findIndex((byte) => byte > 0x7f) - 1, 0);
  const sample = bytes.subarray(from, from + SAMPLE);
  const scores = decoders.map((decode) => plausibility(decode(sample)));
  const best = decoders[scores.indexOf(Math.max(...scores))];
  // Inventories contain no "¤"; ISO 8859-15 has the euro sign in its place.
  return best ? best(bytes).replaceAll("¤", "€") : "";
}

/** The upper half of code page 850, used by DOS programs in Latin America. */
const cp850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

function decodeCp850(bytes: Uint8Array): string {
  const latin = new TextDecoder("iso-8859-1").decode(bytes.map((byte) => Math.min(byte, 0x7f)));
  let text = "";
  let from = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte <= 0x7f) continue;
    text += latin.slice(from, index) + (cp850[byte - 0x80] ?? "");
    from = index + 1;
  }
  return text + latin.slice(from);
}

/** Scores how much a decoded text looks like Spanish, by its non-ASCII characters. */
function plausibility(text: string): number {
  let score = 0;
  for (const { 0: letter, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    const [before, after] = [text[index - 1] ?? " ", text[index + letter.length] ?? " "];
    score += plausibilityOf(letter, before, after);
  }
  return score;
}

function plausibilityOf(letter: string, before: string, after: string): number {
  if (/[áéíóúüñë]/.test(letter)) return 2;
  const isWithinWord = /[a-z]/.test(before);
  if (/[ÁÉÍÓÚÜÑ]/.test(letter)) return isWithinWord ? -2 : 2;
  if (/[çàèìòùâêîôûäïöãõ]/.test(letter)) return 1;
  if (/[\u00a0¿¡ºª°€´·«»–—‘’“”•…®™©½¼¾²³]/.test(letter)) {
    return isWithinWord && /[a-z]/.test(after) && letter !== "’" ? -2 : 1;
  }
  return -3;
}

/** The windows-1252 byte of each character from 0x80. */
const windowsBytes = new Map(
  [
    ...new TextDecoder("windows-1252").decode(
      Uint8Array.from({ length: 128 }, (_, index) => index + 128),
    ),
  ].map((letter, index) => [letter, index + 128]),
);

/** Turns "AÃ±o", UTF-8 decoded as windows-1252, back into "Año". */
function repairDoubleEncoding(text: string): string {
  return text.replaceAll(/[\u00c2-\u00f4][^\0-\x7f]{1,3}/g, (broken) => {
    const first = broken.charCodeAt(0);
    const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const bytes = [...broken.slice(0, length)].map((letter) => windowsBytes.get(letter) ?? 0);
    try {
      const repaired = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
      return repaired + repairDoubleEncoding(broken.slice(length));
    } catch {
      return broken;
    }
  });
}
