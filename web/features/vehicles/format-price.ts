import { groupDigits } from "#web/ui/group-digits.ts";

/** Shown where a visitor would look for a price that nobody wrote (product section 2, Public vehicle page). */
const PRICE_ON_REQUEST = "A consultar";

/**
 * The number behind a typed price ("15000", "$15,000", "15,000.50"), or null when it is a phrase. Grouping commas must
 * stand where groups end, so "15,00" is a phrase and not one thousand five hundred.
 */
export function priceAmount(price: string | null): number | null {
  const text = (price ?? "")
    .trim()
    .replace(/^(?:US)?\$\s*/i, "")
    .replace(/\s*(?:USD|\$)$/i, "");
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text)) return null;
  return Number(text.replaceAll(",", ""));
}

/** The price as people read it: a number as money ("$15,000"), a phrase as it is, none as 'A consultar'. */
export function formatPrice(price: string | null): string {
  const amount = priceAmount(price);
  if (amount === null) return price?.trim() || PRICE_ON_REQUEST;
  const cents = Number.isInteger(amount) ? 0 : 2;
  return `$${groupDigits(amount, cents)}`;
}
