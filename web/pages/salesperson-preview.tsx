import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { PreviewFailed } from "#web/features/settings/public-page/preview-failed.tsx";
import type { VisitorRow } from "#web/features/settings/public-page/visitor-row.ts";
import { readListingSearch } from "#web/features/vehicles/listing/listing-search.ts";
import { emptyListing, loadListing } from "#web/features/vehicles/listing/load-listing.ts";
import { IframePreview } from "#web/ui/frame/iframe-preview.tsx";
import { accentCss } from "#web/ui/theme/accent.tsx";
import { salespersonView } from "./salesperson-view.ts";
import { SellerPage } from "./seller-page.tsx";

/** The first page of the whole inventory, newest first. */
const EVERYTHING = readListingSearch(new URLSearchParams());
/** Placeholder until the vendedor has chosen a slug. */
const NO_SLUG = "tu-enlace";

/**
 * Previews a vendedor's page as visitors would see it, with the dealership's vehicles, for the
 * style editor.
 */
export function SalespersonPreview({ row }: { row: VisitorRow }) {
  const { anonKey, siteUrl, defaultCountry } = usePublicConfig();
  const query = useQuery({
    queryKey: ["public-pages", "dealership", row.dealership_id],
    queryFn: ({ signal }) => {
      const send: typeof fetch = (input, init) => fetch(input, { ...init, signal });
      return readDealership({ fetch: send, url: location.origin, anonKey }, row.dealership_id);
    },
  });
  const { data } = query;
  if (!data) return query.isError ? <PreviewFailed query={query} /> : null;
  const slug = row.public_slug ?? NO_SLUG;
  const seller = PublicSeller.parse({ ...row, public_slug: slug });
  const { shown, view } = salespersonView({ ...data, seller, slug, siteUrl, defaultCountry });
  return (
    <IframePreview title="Tu página">
      <style>{accentCss(shown.accentColor)}</style>
      <SellerPage {...view} />
    </IframePreview>
  );
}

/** The dealership's public data and the first page of its inventory; null when it is not public. */
async function readDealership(rest: AnonymousRest, id: string | null) {
  const rows = id
    ? await readPublicRows(rest, "profiles", { select: SELLER_COLUMNS, id: `eq.${id}` })
    : [];
  const [dealership = null] = z.array(PublicSeller).parse(rows);
  const listing = dealership
    ? await loadListing(rest, dealership.id, EVERYTHING)
    : emptyListing(EVERYTHING);
  return { dealership, listing };
}
