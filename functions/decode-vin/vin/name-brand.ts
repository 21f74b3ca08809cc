/** Makes that write themselves in capitals though they are longer than an abbreviation. */
const inCapitals = new Set(["MINI", "INEOS", "VPG"]);

/**
 * A make as people write it: vPIC has most so already ("Hyundai", "GMC"), some in capitals
 * ("RIVIAN"). Abbreviations stay.
 */
export function nameBrand(make: string): string {
  return make
    .trim()
    .split(/\s+/)
    .map((word) => (shouts(word) ? capitalise(word) : word))
    .join(" ");
}

function shouts(word: string): boolean {
  return (
    word.length > 3 &&
    word === word.toUpperCase() &&
    /^[A-Z-]+$/.test(word) &&
    !inCapitals.has(word)
  );
}

function capitalise(word: string): string {
  return word.toLowerCase().replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
