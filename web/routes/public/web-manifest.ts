import { resolvePersonSeller } from "#web/features/sellers/attribution.ts";
import { loadPublicSeller } from "#web/features/sellers/load-public-seller.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { pagePathOfRole } from "#web/features/storefronts/storefront-links.ts";
import { manifestPath, webManifest } from "#web/features/storefronts/web-manifest.ts";
import { squareLogo } from "#web/pages/landing-view.ts";
import {
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { pageRequest } from "#web/request-context.ts";
import type { Route } from "./+types/web-manifest.ts";

/**
 * GET /manifest/{publicSlug}.webmanifest: the app manifest of a storefront or a card. Returns 301,
 * 410 or 404 for an unknown slug.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { rest, defaultCountry } = publicLoaderInput({ request, context });
  const slug = params.publicSlug;
  const found = await loadPublicSeller(rest, slug).catch(throwUnavailable);
  if (found === null) {
    throw await notFoundResponse(rest, slug, request, manifestPath).catch(throwUnavailable);
  }
  redirectForeignPage({ context, url }, [found.dealership?.id ?? found.seller.id]);
  const seller = resolvePersonSeller(found, defaultCountry);
  const isHome = context.get(pageRequest).customDomain?.slug === slug;
  const manifest = webManifest({
    name: seller.name,
    description: seller.tagline,
    start: isHome ? "/" : (pagePathOfRole(slug, seller.role) ?? `/vcard/${slug}`),
    accent: seller.accentColor,
    logo: squareLogo(seller.logo),
  });
  return Response.json(manifest, {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "private, no-cache",
    },
  });
}
