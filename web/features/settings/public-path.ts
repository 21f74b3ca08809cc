/**
 * Where the public page of an account is (product section 2): a dealership's landing or a
 * vendedor's digital card.
 */
export function publicPath(role: string, slug: string): string {
  return role === "vendedor" ? `/s/${slug}` : `/i/${slug}`;
}
