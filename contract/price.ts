import { Currency, formatMoney, isSignOf } from "./units.ts";

/** What may say a number's currency before it and behind it, as private.price_amount has it. */
const code = Currency.options.join("|");
const before = new RegExp(
  String.raw`^(?:\$U|U\$S|(?:US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?(?:[SD]\.?)?|Gs\.?|[QL]\.?|${code})\s*`,
  "i",
);
/** What stands for a space where a line may not end. */
const spaces = /[\u00a0\u202f]/g;
const behind = new RegExp(String.raw`\s*(?:\$|€|${code})$`, "i");

/**
 * The number behind a typed price ("15000", "$15,000.50", "RD$ 15.000", "15 000 €", "15 mil"), or
 * null when it is a phrase, as private.price_amount reads it: whatever its currency. Commas, points
 * and spaces that group must stand where groups end, so "15,00" is a phrase.
 */
export function priceAmount(price: string | null): number | null {
  const text = (price ?? "").trim().replace(before, "").replace(behind, "").replace(spaces, " ");
  if (/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(",", ""));
  }
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  if (/^\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(" ", "").replace(",", "."));
  }
  const [, thousands] = /^(\d{1,4}(?:[.,]\d)?) ?(?:mil|k)$/i.exec(text) ?? [];
  return thousands === undefined ? null : Math.round(Number(thousands.replace(",", ".")) * 1000);
}

/** The same, or null for a price that names another currency: "US$ 9,900" is no amount in pesos. */
export function priceIn(currency: Currency, price: string | null): number | null {
  const text = (price ?? "").trim();
  const signs = [before.exec(text), behind.exec(text)].flatMap((found) => found?.[0].trim() ?? []);
  return signs.every((sign) => isSignOf(sign, currency)) ? priceAmount(price) : null;
}

/**
 * Shown where a visitor would look for a price that nobody wrote (product section 2, Public vehicle
 * page).
 */
const PRICE_ON_REQUEST = "A consultar";

/**
 * The price as people read it: a number as money ("$15,000"), a phrase and what names another
 * currency as they are, none as 'A consultar'.
 */
export function formatPrice(price: string | null, currency: Currency): string {
  const amount = priceIn(currency, price);
  return amount === null ? price?.trim() || PRICE_ON_REQUEST : formatMoney(amount, currency);
}
