import { priceAmount, priceIn } from "../price.ts";
import { foldText } from "../text/fold-text.ts";
import { type Currency, currencyScale, isCurrencySign, isSignOfCurrency } from "../units.ts";
import { VehicleStatus } from "../vehicle-fields.ts";
import { parseChoice } from "./sheet-choices.ts";

/** Words that do not change the amount next to them, unlike "más IVA", "mensuales" or "desde". */
const neutralWords = new Set(
  "precio price fijo firme firm neto netos net obo ono neg negociable negotiable a tratar conversar o or mejor best oferta offer".split(
    " ",
  ),
);

/**
 * Parses a price from a sheet: an amount without the words around it ("285,000 M.N.", "$12,500
 * OBO"), or a phrase as it is. Returns null for an amount in another currency.
 */
export function readPrice(text: string, currency: Currency): string | null {
  const plain = centsOf(text);
  if (priceIn(currency, plain) !== null) return plain;
  const [, ahead = "", told = "", behind = ""] =
    /^(\D*?)(\d(?:[\d.,'’ \u00a0\u202f]*\d)?(?: ?(?:mil|k)\b)?)(\D*)$/i.exec(text) ?? [];
  const amount = centsOf(told);
  const words = [...ahead.split(/[\s:]+/), ...behind.split(/[\s,;()–-]+/)].filter((word) =>
    /[^./]/.test(word),
  );
  const signs = words.filter(isCurrencySign);
  const isPhrase = words.some(
    (word) => !isCurrencySign(word) && !neutralWords.has(plainWord(word)),
  );
  if (isPhrase || priceAmount(amount) === null) return plain;
  return signs.every((sign) => isSignOfCurrency(sign, currency)) ? amount : null;
}

/** Words for a price that is unknown or not set. */
const noPrice =
  /^(?:tb[acd]|n\/?[ad]|none|null|nan|fals[oe]|true|verdadero|infinity|x+|(?:call|ask|inquire|contact)(?: (?:us|now|dealer|me))?|s\/?p|sin (?:precio|definir|asignar)|no price|pendiente|pending|por (?:definir|confirmar|asignar)|to be (?:announced|determined))$/;

/** Whether a cell holds no price: only signs and dashes, zero, one, or one of those words. */
export function isNoPrice(text: string, currency: Currency): boolean {
  const amount = priceAmount(readPrice(text, currency));
  if (amount !== null) return amount <= 1;
  const words = text.match(/[\p{L}\p{N}$€₡₲/]+/gu) ?? [];
  return (
    words.every((word) => isCurrencySign(word) || /^[\p{Sc}0/]+$/u.test(word)) ||
    noPrice.test(foldText(text).replaceAll(/[.!]+$/g, ""))
  );
}

/** The status in a cell that should hold a price, such as "Sold" or "APARTADO". */
export function statusForPrice(text: string): VehicleStatus | undefined {
  const isPhrase = /\d/.test(text) || text.split(" ").length > 3 || /prec|price/i.test(text);
  if (isPhrase || noPrice.test(foldText(text))) return undefined;
  return VehicleStatus.exclude(["Disponible"]).safeParse(parseChoice("status", text)).data;
}

/** The review's warning about an amount or distance that lost its thousands. */
export const tooLowMessage = (text: string) => `«${text}» es muy poco. ¿Le faltan los miles?`;

/** Lower prices, in dollars, are implausible. */
const MIN_PRICE_DOLLARS = 100;

/** The warning about an implausible amount: far too low, or a filler. */
export function amountWarning(text: string, price: string, currency: Currency): string | undefined {
  const amount = priceAmount(price);
  if (amount === null) return undefined;
  if (amount < MIN_PRICE_DOLLARS * currencyScale(currency)) {
    return tooLowMessage(text);
  }
  return /^(?:9{5,}|1{5,}|12345\d*)$/.test(String(amount))
    ? `«${text}» parece un número de relleno.`
    : undefined;
}

const plainWord = (word: string) => foldText(word).replaceAll(".", "");

/** Rounds a formula's result, such as "10868.0749999". */
function centsOf(text: string): string {
  return /^\d+\.\d{4,}$/.test(text) ? String(Math.round(Number(text) * 100) / 100) : text;
}
