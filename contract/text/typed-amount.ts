const group = "[1-9][0-9]{0,2}";
const number = new RegExp(
  `^(?:${[
    "[0-9]+(?:[.,][0-9]{1,2})?",
    String.raw`${group}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?`,
    String.raw`${group}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?`,
    `${group}(?: [0-9]{3})+(?:[.,][0-9]{1,2})?`,
    `${group}(?:'[0-9]{3})+(?:[.,][0-9]{1,2})?`,
    // Mexican: millions with an apostrophe, thousands with a comma.
    String.raw`${group}'[0-9]{3},[0-9]{3}(?:\.[0-9]{1,2})?`,
  ].join("|")})$`,
);

/**
 * Reads a number as a person types it, the same way as private.price_amount. Commas, points, spaces
 * and apostrophes before three digits group thousands; a comma or a point before one or two final
 * digits is the decimal sign. Returns null for anything else, such as "1,23,4" or "0,999".
 */
export function readAmount(typed: string): number | null {
  const text = typed.replaceAll(/\s/g, " ").replaceAll("’", "'").trim();
  if (number.test(text)) {
    const [, whole = text, cents = "0"] = /^(.*)[.,]([0-9]{1,2})$/.exec(text) ?? [];
    return Number(`${whole.replaceAll(/[^0-9]/g, "")}.${cents}`);
  }
  const [, thousands] = /^([0-9]{1,4}(?:[.,][0-9]{1,2})?) ?(?:mil|k)$/i.exec(text) ?? [];
  return thousands === undefined ? null : Math.round(Number(thousands.replace(",", ".")) * 1000);
}
