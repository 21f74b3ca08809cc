const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 10;

/** A password for dictating: ten unambiguous characters in two groups. */
export function generatePassword(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(LENGTH));
  const signs = Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}
