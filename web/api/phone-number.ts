import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js";
import { LONGEST_PHONE, splitExtension } from "#contract/text/call-address.ts";
import { cleanLine } from "#contract/text/clean-line.ts";

/** A phone as it is dialled: its digits, country code first, and the extension if there is one. */
export type Phone = { digits: string; extension?: string | undefined };

/**
 * Reads a typed phone; a number without a country code is one of `country`. Undefined for what is
 * no possible number anywhere. Its tables are no load for a page: browsers import this file on
 * demand.
 */
export function readPhone(typed: string, country: string): Phone | undefined {
  const text = cleanLine(typed).replace(/^tel:/i, "").replaceAll(DOTS, " ").replace(/^00/, "+");
  if (text.length > LONGEST_PHONE) return undefined;
  const { number, extension } = splitExtension(text);
  const digits = numberIn(number, isSupportedCountry(country) ? country : undefined);
  return digits === undefined ? undefined : { digits, ...(extension ? { extension } : {}) };
}

/** Separators that libphonenumber does not know. */
const DOTS = /[·•_]/g;

/**
 * Eleven digits or more that are no number of the country are read as an international one, but not
 * with an hour or a second number among them.
 */
const INTERNATIONAL = /^\D*(?:\d[\s().\p{Pd}]*){11,}$/u;

function numberIn(text: string, country: CountryCode | undefined): string | undefined {
  const digits = text.replaceAll(/\D/g, "");
  const [, prefix = "", mexican] = MEXICAN.exec(digits) ?? [];
  if (mexican && (prefix.startsWith("52") || (country === "MX" && !text.startsWith("+")))) {
    return `52${mexican}`;
  }
  return (
    // '+44 (0) 20…' is dialled without its zero, but for countries whose numbers begin with one.
    (text.includes("(0)") ? valid(text.replace("(0)", ""), country) : undefined) ??
    possible(text, country) ??
    (INTERNATIONAL.test(text) ? possible(`+${digits}`, country) : undefined) ??
    // Before letters count as keys: a whole number may stand beside words ('5123 4567 (Ana)').
    validPart(text, country) ??
    spelt(text, country) ??
    possible(text, country, true) ??
    numberInPart(text, country)
  );
}

/** The first number among words and other numbers ('24h: 305 555 0123'). */
function numberInPart(text: string, country: CountryCode | undefined): string | undefined {
  const parts = text.split(SEVERAL);
  if (parts.length === 1 && parts[0] === text) return undefined;
  for (const part of parts) {
    const found = SHORTEST.test(part) ? numberIn(part.trim(), country) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** A Mexican number with the prefixes of earlier years: 044, 045, 01 and the 1 of '52 1'. */
const MEXICAN = /^(52(?:1|01|044|045)|01|044|045)(\d{10})$/;

/** Separates numbers; the first one counts. */
const SEVERAL = /[/,;:|\p{L}]+|\s\p{Pd}\s/u;

/** Fewer digits are an hour or a count. */
const SHORTEST = /(?:\d\D*){6}/;

function possible(text: string, defaultCountry: CountryCode | undefined, extract = false) {
  const parse = (typed: string) => parsePhoneNumberFromString(typed, { defaultCountry, extract });
  const phone = parse(text);
  if (!phone?.isPossible()) return undefined;
  // A zero in front where the country has none, as in Chile's earlier '09'.
  const withoutZero = phone.isValid() ? undefined : parse(text.replace(/^\D*0/, ""));
  return (withoutZero?.isValid() ? withoutZero : phone).number.slice(1);
}

/** The first part of a text that is a number of the country. */
function validPart(text: string, country: CountryCode | undefined): string | undefined {
  for (const part of text.split(SEVERAL)) {
    const found = valid(part, country);
    if (found) return found;
  }
  return undefined;
}

function valid(text: string, defaultCountry: CountryCode | undefined): string | undefined {
  const phone = parsePhoneNumberFromString(text, { defaultCountry, extract: true });
  return phone?.isValid() ? phone.number.slice(1) : undefined;
}

/** A number with letters of the keypad ('1-800-FLOWERS'); letters beyond its length count nothing. */
function spelt(text: string, country: CountryCode | undefined): string | undefined {
  if (!/\d{3}.*[a-z]/i.test(text)) return undefined;
  const digits = text
    .replaceAll(/[a-z]/gi, (letter) => String(KEYPAD.indexOf(letter.toUpperCase()) >> 2))
    .replaceAll(/[^\d+]/g, "");
  const isNorthAmerican = country !== undefined && getCountryCallingCode(country) === "1";
  const northAmerican = isNorthAmerican ? /^\+?1?([2-9]\d{9})/.exec(digits)?.[1] : undefined;
  return northAmerican ? possible(northAmerican, country) : possible(digits, country);
}

/** Each key's letters stand at four times its digit. */
const KEYPAD = "        ABC DEF GHI JKL MNO PQRSTUV WXYZ";

function possibleNumber(typed: string, country: string): string | undefined {
  return readPhone(typed, country)?.digits;
}

/**
 * The digits of a WhatsApp link. Argentine numbers carry a 9 after the country code there. What is
 * no possible number keeps its digits, since its owner may know better; undefined where there are
 * none.
 */
export function whatsappNumber(typed: string | undefined, country: string): string | undefined {
  if (typed === undefined) return undefined;
  const digits = possibleNumber(typed, country) ?? typed.replaceAll(/\D/g, "");
  return digits.replace(/^54(?!9)(\d{10})$/, "549$1") || undefined;
}

/** The `tel:` address of a phone (RFC 3966), by the same rules; undefined without digits. */
export function telAddress(typed: string, country: string): string | undefined {
  const phone = readPhone(typed, country);
  if (!phone) return /\d/.test(typed) ? `tel:${typed.replaceAll(/[^\d+]/g, "")}` : undefined;
  return `tel:+${phone.digits}${phone.extension ? `;ext=${phone.extension}` : ""}`;
}

/** A phone as people read it: as it was typed if that has groups, else in its country's groups. */
export function shownPhone(typed: string, country: string): string {
  const digits = /^\+?\d+$/.test(typed.trim()) ? possibleNumber(typed, country) : undefined;
  return digits
    ? (parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? typed)
    : typed;
}

/** A phone as leads store it (contract/customers/lead.ts): as typed if it cannot be read. */
export function writtenPhone(typed: string, country: string): string {
  const phone = readPhone(typed, country);
  // An extension would be lost.
  return phone && !phone.extension ? `+${phone.digits}` : typed;
}
