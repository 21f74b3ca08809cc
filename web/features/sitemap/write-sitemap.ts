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
