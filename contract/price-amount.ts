/**
 * The number behind a typed price ("15000", "$15,000.50", "15.000", "15 mil"), or null when it is a
 * phrase, as private.price_amount reads it. Commas and points that group must stand where groups
 * end, so "15,00" is a phrase.
 */
export function priceAmount(price: string | null): number | null {
  const text = (price ?? "")
    .trim()
    .replace(/^(?:US)?\$\s*/i, "")
    .replace(/\s*(?:USD|\$)$/i, "");
  if (/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(",", ""));
  }
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  const [, thousands] = /^(\d{1,4}(?:[.,]\d)?) ?(?:mil|k)$/i.exec(text) ?? [];
  return thousands === undefined ? null : Math.round(Number(thousands.replace(",", ".")) * 1000);
}
