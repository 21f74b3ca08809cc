import { foldText } from "./fold-text.ts";
import { priceAmount, priceIn } from "./price.ts";
import { type Currency, isSign, isSignOf } from "./units.ts";

/** Said beside an amount, these leave it what it is; "más IVA", "mensuales" or "desde" do not. */
const besides = new Set(
  "precio price fijo firme firm neto netos net obo ono neg negociable negotiable a tratar conversar o or mejor best oferta offer".split(
    " ",
  ),
);

/**
 * A price of a sheet as it is kept: an amount without the words beside it ("285,000 M.N.",
 * "$12,500 OBO"), a phrase as it is; null for an amount in another currency.
 */
export function readPrice(text: string, currency: Currency): string | null {
  const plain = centsOf(text);
  if (priceIn(currency, plain) !== null) return plain;
  const [, ahead = "", told = "", behind = ""] =
    /^(\D*?)(\d(?:[\d.,' \u00a0\u202f]*\d)?(?: ?(?:mil|k)\b)?)(\D*)$/i.exec(text) ?? [];
  const amount = centsOf(told.replaceAll("'", ","));
  const words = [...ahead.split(/[\s:]+/), ...behind.split(/[\s,;()–-]+/)].filter((word) =>
    /[^./]/.test(word),
  );
  const signs = words.filter(isSign);
  const isPhrase = words.some((word) => !isSign(word) && !besides.has(plainWord(word)));
  if (isPhrase || priceAmount(amount) === null) return plain;
  return signs.every((sign) => isSignOf(sign, currency)) ? amount : null;
}

const plainWord = (word: string) => foldText(word).replaceAll(".", "");

/** What a formula gives, "10868.0749999", and decimals that follow a comma, "12990,50". */
function centsOf(text: string): string {
  const amount = /^\d+(?:\.\d{4,}|,\d\d)$/.test(text) && Number(text.replace(",", "."));
  return amount ? String(Math.round(amount * 100) / 100) : text;
}
