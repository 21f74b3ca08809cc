import { loadPublicPages } from "#web/features/sitemap/load-public-pages.ts";
import { isSitemapPart, MAX_PER_KIND, writeSitemap } from "#web/features/sitemap/write-sitemap.ts";
import { publicLoaderInput, throwUnavailable } from "#web/pages/public-visit.ts";
import { sitemapEntries, sitemapResponse } from "#web/pages/sitemap-entries.ts";
import type { Route } from "./+types/sitemap-part.ts";

/**
 * GET /sitemap/{part}.xml: pages with ids that start with `part`. Returns 404 for an impossible
 * prefix, 503 when the API does not answer.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { rest, siteUrl, cacheUntilChanged } = publicLoaderInput({ request, context });
  const { part } = params;
  if (!isSitemapPart(part)) return new Response("Not found", { status: 404 });
  cacheUntilChanged(["sitemap"]);
  const pages = await loadPublicPages(rest, { part, limit: MAX_PER_KIND }).catch(throwUnavailable);
  return sitemapResponse(writeSitemap(sitemapEntries(pages, siteUrl)));
}
