import { attributedLink } from "#web/session/links/attributed-link.ts";

let lastSearch = "";

/** Remembers the dashboard's filters, so that links back restore them. */
export function rememberDashboardSearch(search: string): void {
  lastSearch = search;
}

/** The dashboard with the filters last used in this tab. */
export function dashboardAddress(): string {
  return `/dashboard${lastSearch}`;
}

/**
 * URLs of a vehicle's pages (docs/product/public-pages.md). `origin` makes them absolute, for
 * sharing; `vendedor` is the salesperson's slug, if any.
 */
export const vehicleLinks = {
  detail: (id: string) => `/vehicle/${id}`,
  edit: (id: string) => `/edit-vehicle/${id}`,
  publicPage: (id: string, origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/public/vehicle/${id}`, vendedor),
  share: (ids: string[], origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/share?ids=${ids.join(",")}`, vendedor),
};
