import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js";
import { MAX_PHONE_LENGTH, splitExtension } from "#contract/text/call-address.ts";
import { cleanLine } from "#contract/text/clean-line.ts";

/** A phone to dial: its digits, country code first, and the extension if there is one. */
export type Phone = { digits: string; extension?: string | undefined };

/**
 * Parses a typed phone; a number without a country code belongs to `country`. Returns undefined
 * when no country has such a number. The phone tables are large, so browsers import this file on
 * demand.
 */
export function readPhone(typed: string, country: string): Phone | undefined {
  const text = cleanLine(typed).replace(/^tel:/i, "").replaceAll(DOTS, " ").replace(/^00/, "+");
  if (text.length > MAX_PHONE_LENGTH) return undefined;
  const { number, extension } = splitExtension(text);
  const digits = numberIn(number, isSupportedCountry(country) ? country : undefined);
  return digits === undefined ? undefined : { digits, ...(extension ? { extension } : {}) };
}

/** Separators that libphonenumber does not know. */
const DOTS = /[·•_]/g;

/**
 * Eleven digits or more that are not a national number are read as an international one, unless
 * they contain an hour or a second number.
 */
const INTERNATIONAL = /^\D*(?:\d[\s().\p{Pd}]*){11,}$/u;

function numberIn(text: string, country: CountryCode | undefined): string | undefined {
  const digits = text.replaceAll(/\D/g, "");
  const [, prefix = "", mexican] = MEXICAN.exec(digits) ?? [];
  if (mexican && (prefix.startsWith("52") || (country === "MX" && !text.startsWith("+")))) {
    return `52${mexican}`;
  }
  return (
    // In '+44 (0) 20…' the zero is not dialled, except in countries whose numbers start with one.
    (text.includes("(0)") ? valid(text.replace("(0)", ""), country) : undefined) ??
    possible(text, country) ??
    (INTERNATIONAL.test(text) ? possible(`+${digits}`, country) : undefined) ??
    // Before letters count as keypad digits: a whole number may be next to words ('5123 4567
    // (Ana)').
    validPart(text, country) ??
    keypadNumber(text, country) ??
    possible(text, country, true) ??
    numberInPart(text, country)
  );
}

/** The first number between words and other numbers ('24h: 305 555 0123'). */
function numberInPart(text: string, country: CountryCode | undefined): string | undefined {
  const parts = text.split(SEPARATOR);
  if (parts.length === 1 && parts[0] === text) return undefined;
  for (const part of parts) {
    const found = SHORTEST.test(part) ? numberIn(part.trim(), country) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** A Mexican number with an obsolete prefix: 044, 045, 01 or the 1 of '52 1'. */
const MEXICAN = /^(52(?:1|01|044|045)|01|044|045)(\d{10})$/;

/** Separates several numbers; the first one counts. */
const SEPARATOR = /[/,;:|\p{L}]+|\s\p{Pd}\s/u;

/** Fewer digits are an hour or a count. */
const SHORTEST = /(?:\d\D*){6}/;

function possible(text: string, defaultCountry: CountryCode | undefined, extract = false) {
  const parse = (typed: string) => parsePhoneNumberFromString(typed, { defaultCountry, extract });
  const phone = parse(text);
  if (!phone?.isPossible()) return undefined;
  // A leading zero that the country does not use, as in Chile's former '09'.
  const withoutZero = phone.isValid() ? undefined : parse(text.replace(/^\D*0/, ""));
  return (withoutZero?.isValid() ? withoutZero : phone).number.slice(1);
}

/** The first part of a text that is a valid number of the country. */
function validPart(text: string, country: CountryCode | undefined): string | undefined {
  for (const part of text.split(SEPARATOR)) {
    const found = valid(part, country);
    if (found) return found;
  }
  return undefined;
}

function valid(text: string, defaultCountry: CountryCode | undefined): string | undefined {
  const phone = parsePhoneNumberFromString(text, { defaultCountry, extract: true });
  return phone?.isValid() ? phone.number.slice(1) : undefined;
}

/** A number with keypad letters ('1-800-FLOWERS'); letters beyond its length are ignored. */
function keypadNumber(text: string, country: CountryCode | undefined): string | undefined {
  if (!/\d{3}.*[a-z]/i.test(text)) return undefined;
  const digits = text
    .replaceAll(/[a-z]/gi, (letter) => String(KEYPAD.indexOf(letter.toUpperCase()) >> 2))
    .replaceAll(/[^\d+]/g, "");
  const isNorthAmerican = country !== undefined && getCountryCallingCode(country) === "1";
  const northAmerican = isNorthAmerican ? /^\+?1?([2-9]\d{9})/.exec(digits)?.[1] : undefined;
  return northAmerican ? possible(northAmerican, country) : possible(digits, country);
}

/** The letters of each key start at four times its digit. */
const KEYPAD = "        ABC DEF GHI JKL MNO PQRSTUV WXYZ";

function possibleNumber(typed: string, country: string): string | undefined {
  return readPhone(typed, country)?.digits;
}

/**
 * The digits of a WhatsApp link. Argentine numbers need a 9 after the country code there. An
 * impossible number keeps its digits, because its owner may know better. Returns undefined without
 * digits.
 */
export function whatsappNumber(typed: string | undefined, country: string): string | undefined {
  if (typed === undefined) return undefined;
  const digits = possibleNumber(typed, country) ?? typed.replaceAll(/\D/g, "");
  return digits.replace(/^54(?!9)(\d{10})$/, "549$1") || undefined;
}

/** The tel: URL of a phone (RFC 3966), by the same rules. Returns undefined without digits. */
export function telAddress(typed: string, country: string): string | undefined {
  const phone = readPhone(typed, country);
  if (!phone) return /\d/.test(typed) ? `tel:${typed.replaceAll(/[^\d+]/g, "")}` : undefined;
  return `tel:+${phone.digits}${phone.extension ? `;ext=${phone.extension}` : ""}`;
}

/** A phone for display: as typed if it is grouped, else in its country's groups. */
export function displayPhone(typed: string, country: string): string {
  const digits = /^\+?\d+$/.test(typed.trim()) ? possibleNumber(typed, country) : undefined;
  return digits
    ? (parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? typed)
    : typed;
}

/** A phone as leads store it (contract/customers/lead.ts): as typed if it cannot be parsed. */
export function normalizeLeadPhone(typed: string, country: string): string {
  const phone = readPhone(typed, country);
  // "+" and digits would lose the extension.
  return phone && !phone.extension ? `+${phone.digits}` : typed;
}
