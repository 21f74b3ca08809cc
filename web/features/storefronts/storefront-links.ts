/**
 * Where a dealership's public pages live (product section 2). `origin` makes the address absolute.
 */
export const storefrontLinks = {
  landing: (slug: string, origin = "") => `${origin}/i/${slug}`,
  inventory: (slug: string, origin = "") => `${origin}/i/${slug}/inventory`,
};

/**
 * Where the page of an account is: a dealership's landing or a vendedor's digital card; nobody else
 * has one.
 */
export function pageOfRole(slug: string, role: string): string | null {
  if (role === "concesionario") return storefrontLinks.landing(slug);
  return role === "vendedor" ? `/s/${slug}` : null;
}

/** The sections of a dealership's landing, in their order; the offers only if there are some. */
export function landingSections(hasOffers: boolean): { href: string; label: string }[] {
  return [
    { href: "#inicio", label: "Inicio" },
    { href: "#inventario", label: "Inventario" },
    ...(hasOffers ? [{ href: "#ofertas", label: "Ofertas" }] : []),
    { href: "#contacto", label: "Contacto" },
  ];
}
