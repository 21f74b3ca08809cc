import { foldText } from "./fold-text.ts";

/** What is said beside what is looked for, and is true of each vehicle: private.filler_words. */
const fillers = new Set(
  (
    "a ano auto autos caja carro carros coche coches color con de del el en la las los marca modelo " +
    "o para por transmision un una usada usadas usado usados vehiculo vehiculos venta y"
  ).split(" "),
);

/** More words than these narrow nothing any more. */
const mostWords = 8;

/** The words of a text, folded; whatever is no letter and no digit divides them. */
export function wordsIn(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * The words by which somebody searches vehicles, as the database reads them (private.typed_words):
 * '18,500', 'F-150' and '4 x 4' are one each, and 'furgon' does not begin 'furgonetas'.
 */
export function typedWords(text: string): string[] {
  const joined = text
    .replaceAll("-", "")
    .replaceAll(/(\d)[.,](?=\d{3})/g, "$1")
    .replaceAll(/\b(\d) *[x×] *(\d)\b/gi, "$1x$2");
  return wordsIn(joined)
    .filter((word) => !fillers.has(word))
    .map((word) => (word === "furgon" ? "furgones" : word))
    .slice(0, mostWords);
}
