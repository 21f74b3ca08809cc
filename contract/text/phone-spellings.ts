/** Countries that added a digit to mobile numbers or dropped one; both spellings are in use. */
const alternatives: { long: RegExp; short: RegExp; added: string }[] = [
  // Brazil put a 9 before its mobile numbers, which started with 6 to 9.
  { long: /^(\+55[1-9]\d)9([6-9]\d{7})$/, short: /^(\+55[1-9]\d)([6-9]\d{7})$/, added: "9" },
  // Mexico dropped the 1 of mobile numbers.
  { long: /^(\+52)1(\d{10})$/, short: /^(\+52)(\d{10})$/, added: "1" },
  // Argentina adds a 9 to mobile numbers when they are called from abroad.
  { long: /^(\+54)9(\d{10})$/, short: /^(\+54)(\d{10})$/, added: "9" },
];

/**
 * A phone (contract/customers/lead.ts) with and without Mexico's mobile "1" or Argentina's "9", the
 * shortest first; any other phone alone. Two phones are equal when their first spellings are.
 */
export function phoneSpellings(phone: string): [string, ...string[]] {
  for (const { long, short, added } of alternatives) {
    if (long.test(phone)) return [phone.replace(long, "$1$2"), phone];
    if (short.test(phone)) return [phone, phone.replace(short, `$1${added}$2`)];
  }
  return [phone];
}
