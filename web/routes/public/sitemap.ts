import type { AnonymousRest } from "#web/api/read-public-rows.ts";
import { shortenUrls } from "#web/custom-domain/shorten-urls.ts";
import { countPublicPages, loadPublicPages } from "#web/features/sitemap/load-public-pages.ts";
import {
  MAX_PER_KIND,
  MAX_PER_SITEMAP,
  sitemapParts,
  writeSitemap,
  writeSitemapIndex,
} from "#web/features/sitemap/write-sitemap.ts";
import { publicLoaderInput, throwUnavailable } from "#web/pages/public-visit.ts";
import { sitemapEntries, sitemapResponse } from "#web/pages/sitemap-entries.ts";
import { pageRequest } from "#web/request-context.ts";
import type { Route } from "./+types/sitemap.ts";

/**
 * GET /sitemap.xml: every public page, in one document or, on a large platform, in parts; on a
 * custom domain the pages of its dealership. Returns 503 when the API does not answer.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { rest, siteUrl, cacheUntilChanged } = publicLoaderInput({ request, context });
  const { customDomain } = context.get(pageRequest);
  cacheUntilChanged([customDomain?.dealershipId ?? "sitemap"]);
  const document = customDomain
    ? ownSitemap(rest, { origin: siteUrl, ...customDomain })
    : siteSitemap(rest, siteUrl);
  return sitemapResponse(await document.catch(throwUnavailable));
}

async function siteSitemap(rest: AnonymousRest, origin: string): Promise<string> {
  const count = await countPublicPages(rest);
  if (count > MAX_PER_SITEMAP) {
    return writeSitemapIndex(sitemapParts(count).map((part) => `${origin}/sitemap/${part}.xml`));
  }
  const pages = await loadPublicPages(rest, { limit: MAX_PER_SITEMAP });
  return writeSitemap([{ url: `${origin}/` }, ...sitemapEntries(pages, origin)]);
}

async function ownSitemap(
  rest: AnonymousRest,
  { origin, slug, dealershipId }: { origin: string; slug: string; dealershipId: string },
): Promise<string> {
  const pages = await loadPublicPages(rest, { dealershipId, limit: MAX_PER_KIND });
  return writeSitemap(
    sitemapEntries(pages, origin).map((entry) => ({
      ...entry,
      url: String(shortenUrls(entry.url, { origin, slug })),
    })),
  );
}
