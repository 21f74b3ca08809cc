const LONGEST_SUGGESTION = 50;

/**
 * What may stand in a slug of what was typed: lower-cased, other characters removed
 * (docs/product/settings.md).
 */
export function cleanSlug(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, "");
}

/**
 * A slug made from a name, as the database makes the first one: 'José Núñez' gives jose-nunez. ""
 * if nothing is left.
 */
export function suggestSlug(name: string): string {
  const slug = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST_SUGGESTION)
    .replace(/-+$/, "");
  return slug.length > 1 ? slug : "";
}

/** The next spellings of a slug that is taken: autos-2, autos-3 and so on. */
export function numberedSlugs(slug: string, count: number): string[] {
  const base = slug.slice(0, LONGEST_SUGGESTION).replace(/-+$/, "");
  return Array.from({ length: count }, (_, index) => `${base}-${index + 2}`);
}

/** Where the public page of an account is: a dealership's landing or a vendedor's digital card. */
export function publicPath(role: string, slug: string): string {
  return role === "vendedor" ? `/s/${slug}` : `/i/${slug}`;
}
