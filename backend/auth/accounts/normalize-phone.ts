import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A phone number as auth.users keeps it: E.164 without its plus sign (GoTrue's form). A number
 * without a country code is read as one of the default country; eleven digits or more that are not
 * possible there as international, as GoTrue's clients send them. Gives null where it is no phone
 * number.
 */
export function normalizePhone(typed: string, defaultCountry: string): string | null {
  if (hasOtherParts.test(typed)) return null;
  const text = typed.trim().replace(/^00/, "+");
  const national = parse(text, defaultCountry);
  if (national || !internationalDigits.test(text)) return national;
  return parse(`+${text}`, defaultCountry);
}

/**
 * What RFC 3966 writes beside a number's digits, an extension or a context, would make many texts
 * of one number.
 */
const hasOtherParts = /[\p{L};]/u;

/**
 * The forms under which the number may be stored, the likelier first: accounts that GoTrue itself
 * made keep what was typed, only without the plus sign and spaces. Digits of other scripts count in
 * the first form alone, or a second one would be looked for under as many first ones as somebody
 * likes, each with attempts of its own.
 */
export function storedPhones(typed: string, defaultCountry: string): string[] {
  const normalized = normalizePhone(typed, defaultCountry);
  const isTyped = !hasOtherParts.test(typed) && !/(?![0-9])\p{Nd}/u.test(typed);
  const digits = isTyped ? typed.replace(/\D/g, "") : "";
  const forms = new Set(normalized === null ? [] : [normalized]);
  if (storedForm.test(digits)) forms.add(digits);
  return [...forms];
}

const internationalDigits = /^\d{11,}$/;
const storedForm = /^[1-9]\d{1,14}$/;

function parse(text: string, defaultCountry: string): string | null {
  const country = isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const phone = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!phone?.isPossible() || phone.ext) return null;
  const stored = phone.number.slice(1);
  return storedForm.test(stored) ? stored : null;
}
