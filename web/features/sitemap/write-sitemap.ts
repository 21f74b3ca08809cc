/** Profiles and vehicles in one sitemap before it is split. */
export const MAX_PER_SITEMAP = 10_000;
/** Maximum of each kind in a sitemap (sitemaps.org allows 50,000 in all). */
export const MAX_PER_KIND = 24_000;

/** IDs are random, so parts are about equal; aiming at half leaves room for the larger ones. */
const TARGET_SIZE = MAX_PER_SITEMAP / 2;

/** Hex prefixes of IDs that split this many pages into parts of a few thousand. */
export function sitemapParts(pages: number): string[] {
  const digits = Math.max(1, Math.ceil(Math.log(pages / TARGET_SIZE) / Math.log(16)));
  return Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, "0"));
}

export function isSitemapPart(name: string): boolean {
  return /^[0-9a-f]{1,4}$/.test(name);
}

/** A page entry as defined by sitemaps.org. */
export type SitemapEntry = { url: string; changedAt?: string };

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${dateOf(changedAt)}</lastmod>` : "";
    return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
  });
  return xml(`<urlset xmlns="${NAMESPACE}">\n${urls.join("\n")}\n</urlset>`);
}

export function writeSitemapIndex(addresses: string[]): string {
  const maps = addresses.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return xml(`<sitemapindex xmlns="${NAMESPACE}">\n${maps.join("\n")}\n</sitemapindex>`);
}

function xml(document: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

function dateOf(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
