import { PLAN_PARAMETERS } from "#web/features/storefronts/storefront-links.ts";
import { LISTING_NAMES } from "#web/features/vehicles/listing/listing-search.ts";
import { SELLER_PARAMETER } from "#web/session/attributed-link.ts";

/**
 * The pages that may be kept, by the pattern of their address (docs/decisions/078), and what of an
 * address changes one: whatever else stands there is left out before the page is made.
 */
export const keepablePages = {
  patterns: new Set([
    "/",
    "/public/vehicle/:id",
    "/share",
    "/i/:publicSlug",
    "/i/:publicSlug/inventory",
    "/inventory",
    "/s/:publicSlug",
    "/vcard/:publicSlug",
    "/sitemap.xml",
    "/sitemap/:part.xml",
  ]),
  parameters: new Set([
    ...Object.values(LISTING_NAMES),
    ...Object.values(PLAN_PARAMETERS),
    SELLER_PARAMETER,
    "ids",
    // Which parts of a page the router asks for.
    "_routes",
  ]),
};
