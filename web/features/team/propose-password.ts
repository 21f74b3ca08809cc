const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 10;

/** A password that can be read out on the phone: ten signs, none like another, in two groups. */
export function proposePassword(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(LENGTH));
  const signs = Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}
