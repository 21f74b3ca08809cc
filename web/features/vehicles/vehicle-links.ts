import { attributedLink } from "#web/session/links/attributed-link.ts";

let lastSearch = "";

/**
 * Remembers the filters in the dashboard's address, so that the way back leads to the same list.
 */
export function rememberDashboardSearch(search: string): void {
  lastSearch = search;
}

/** The dashboard, with the filters that it had when it was last seen in this tab. */
export function dashboardAddress(): string {
  return `/dashboard${lastSearch}`;
}

/**
 * Where a vehicle's pages live (docs/product/public-pages.md). `origin` makes the address absolute,
 * for copying and sharing; `vendedor` is the slug of whose link it is, if it is a vendedor's.
 */
export const vehicleLinks = {
  detail: (id: string) => `/vehicle/${id}`,
  edit: (id: string) => `/edit-vehicle/${id}`,
  publicPage: (id: string, origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/public/vehicle/${id}`, vendedor),
  share: (ids: string[], origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/share?ids=${ids.join(",")}`, vendedor),
};
