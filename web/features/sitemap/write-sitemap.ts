/** So many profiles and vehicles one sitemap lists before it is divided. */
export const MOST_IN_ONE = 10_000;
/** So many of each kind a sitemap may never exceed (sitemaps.org allows 50,000 in all). */
export const MOST_AT_ALL = 24_000;

/**
 * Ids are random, so that parts are about equal; half of the most leaves room for those that are
 * not.
 */
const AIMED_AT = MOST_IN_ONE / 2;

/**
 * The beginnings of ids that divide so many pages into parts of some thousands: the digits "0" to
 * "f", or two of them, or three.
 */
export function sitemapParts(pages: number): string[] {
  const digits = Math.max(1, Math.ceil(Math.log(pages / AIMED_AT) / Math.log(16)));
  return Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, "0"));
}

/** Whether a part's name is one of those. */
export function isSitemapPart(name: string): boolean {
  return /^[0-9a-f]{1,4}$/.test(name);
}

/** A page as sitemaps.org lists one. */
export type SitemapEntry = { url: string; changedAt?: string };

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The document that lists pages. */
export function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${dateOf(changedAt)}</lastmod>` : "";
    return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
  });
  return xml(`<urlset xmlns="${NAMESPACE}">\n${urls.join("\n")}\n</urlset>`);
}

/** The document that lists other sitemaps. */
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
