const MAX_SUGGESTION_LENGTH = 50;

/**
 * Normalizes typed text for a slug: lower-cased, other characters removed
 * (docs/product/settings.md).
 */
export function cleanSlug(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, "");
}

/**
 * Derives a slug from a name, like the database: 'José Núñez' gives jose-nunez. "" if nothing is
 * left.
 */
export function suggestSlug(name: string): string {
  const slug = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, MAX_SUGGESTION_LENGTH)
    .replace(/-+$/, "");
  return slug.length > 1 ? slug : "";
}

/** Alternatives of a taken slug: autos-2, autos-3 and so on. */
export function numberedSlugs(slug: string, count: number): string[] {
  const base = slug.slice(0, MAX_SUGGESTION_LENGTH).replace(/-+$/, "");
  return Array.from({ length: count }, (_, index) => `${base}-${index + 2}`);
}

/** Path of an account's public page: a dealership's landing or a salesperson's digital card. */
export function publicPath(role: string, slug: string): string {
  return role === "vendedor" ? `/s/${slug}` : `/i/${slug}`;
}
