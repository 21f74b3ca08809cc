import { readAmount } from "./text/typed-amount.ts";
import { Currency, formatMoney, isSignOfCurrency } from "./units.ts";

const code = Currency.options.join("|");
const sign = String.raw`\$U(?![SY])|U\$S|(?:US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?(?:[SD]\.?)?|Gs\.?|[QL]\.?`;
/** The currency before and after the number, as in private.price_amount. */
const before = new RegExp(String.raw`^(?:(${code})\s*(\$)?|(${sign})\s*(${code})?)\s*`, "i");
const behind = new RegExp(String.raw`\s*((?:US|RD|MX)?\$|[€₡₲]|${code})$`, "i");

/**
 * Parses a typed price ("15000", "$15,000.50", "RD$ 15.000", "350,50 €", "15 mil"), whatever its
 * currency. Returns null for a phrase. private.price_amount does the same.
 */
export function priceAmount(price: string | null): number | null {
  return readAmount((price ?? "").trim().replace(before, "").replace(behind, ""));
}

/** As priceAmount, but null for a price in another currency, such as "US$ 9,900" among pesos. */
export function priceIn(currency: Currency, price: string | null): number | null {
  const text = (price ?? "").trim();
  const signs = [before, behind].flatMap((pattern) => pattern.exec(text)?.slice(1) ?? []);
  return signs.every((one) => !one || isSignOfCurrency(one, currency)) ? priceAmount(price) : null;
}

/** Shown when a vehicle has no price (docs/product/prices.md). */
const PRICE_ON_REQUEST = "A consultar";

/**
 * Formats a price for people: a number as money ("$15,000"), a phrase or a price in another
 * currency as typed, an empty one as 'A consultar'.
 */
export function formatPrice(price: string | null, currency: Currency): string {
  const amount = priceIn(currency, price);
  return amount === null ? price?.trim() || PRICE_ON_REQUEST : formatMoney(amount, currency);
}
