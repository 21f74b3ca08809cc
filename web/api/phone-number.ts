import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Eleven digits or more that are no number of the default country are read as an international one.
 */
const INTERNATIONAL = /^\d{11,}$/;

/**
 * The digits of a phone, country code first, a number without one read as one of the default
 * country; undefined for what is no possible number anywhere. Its tables are no load for a page:
 * browsers import this file on demand.
 */
export function possibleNumber(typed: string, defaultCountry: string): string | undefined {
  const text = typed.trim().replace(/^00/, "+");
  const country = isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const national = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (national?.isPossible()) return national.number.slice(1);
  const digits = text.replaceAll(/\D/g, "");
  const international = INTERNATIONAL.test(digits)
    ? parsePhoneNumberFromString(`+${digits}`)
    : null;
  return international?.isPossible() ? international.number.slice(1) : undefined;
}

/** A phone as leads keep it (contract/lead.ts): as it was typed where it is not understood. */
export function writtenPhone(typed: string, defaultCountry: string): string {
  // An extension would be lost.
  const digits = /\p{L}/u.test(typed) ? undefined : possibleNumber(typed, defaultCountry);
  return digits ? `+${digits}` : typed;
}
