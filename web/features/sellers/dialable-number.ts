import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Eleven digits or more that are no number of the default country are read as an international one.
 */
const INTERNATIONAL = /^\d{11,}$/;

/**
 * The digits that wa.me needs, country code first. A number without one is read as one of the
 * default country; what is no possible number anywhere keeps its digits, since its owner may know
 * better. Undefined where there are none. For loaders: its tables are no load for a browser.
 */
export function dialableNumber(
  typed: string | undefined,
  defaultCountry: string,
): string | undefined {
  const digits = (typed ?? "").replaceAll(/\D/g, "");
  if (typed === undefined || digits === "") return undefined;
  const text = typed.trim().replace(/^00/, "+");
  const country = isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const national = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (national?.isPossible()) return national.number.slice(1);
  const international = INTERNATIONAL.test(digits)
    ? parsePhoneNumberFromString(`+${digits}`)
    : null;
  return international?.isPossible() ? international.number.slice(1) : digits;
}
