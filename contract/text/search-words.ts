import { foldText } from "./fold-text.ts";

/** Words in a search that narrow nothing down, the same as private.filler_words. */
const fillers = new Set(
  (
    "a ano auto autos caja carro carros coche coches color con de del el en la las los marca modelo " +
    "o para por transmision un una usada usadas usado usados vehiculo vehiculos venta y"
  ).split(" "),
);

/** Further words are ignored: they narrow nothing down any more. */
const maxWords = 8;

/** Splits folded text into words of letters and digits. */
export function wordsIn(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * The words of a vehicle search, split as the database does (private.typed_words): '18,500',
 * 'F-150' and '4 x 4' are one word each, and 'furgon' is not a prefix of 'furgonetas'.
 */
export function typedWords(text: string): string[] {
  const joined = text
    .replaceAll("-", "")
    .replaceAll(/(\d)[.,](?=\d{3})/g, "$1")
    .replaceAll(/\b(\d) *[x×] *(\d)\b/gi, "$1x$2");
  return wordsIn(joined)
    .filter((word) => !fillers.has(word))
    .map((word) => (word === "furgon" ? "furgones" : word))
    .slice(0, maxWords);
}
