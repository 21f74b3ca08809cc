import type { PublicPages } from "#web/features/sitemap/load-public-pages.ts";
import type { SitemapEntry } from "#web/features/sitemap/write-sitemap.ts";
import { pagePathOfRole, storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";

/** The URLs of public pages: landings with their inventories, vendedores, vehicles. */
export function sitemapEntries({ profiles, vehicles }: PublicPages, origin: string) {
  return [
    ...profiles.flatMap(({ slug, role }): SitemapEntry[] => {
      const page = pagePathOfRole(slug, role);
      if (page === null) return [];
      const own = { url: `${origin}${page}` };
      return role === "concesionario"
        ? [own, { url: storefrontLinks.inventory(slug, origin) }]
        : [own];
    }),
    ...vehicles.map(({ id, changedAt }): SitemapEntry => {
      return { url: vehicleLinks.publicPage(id, origin), changedAt };
    }),
  ];
}

/** An XML response, cached because robots come often and the list changes slowly. */
export function sitemapResponse(document: string): Response {
  const headers = {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  };
  return new Response(document, { headers });
}
