/** The dealership's own origin, and its slug on the platform. */
type DealershipSite = { origin: string; slug: string };

/**
 * Shortens every URL of the dealership's landing and inventory in a value, with or without the
 * origin, to its form on the custom domain. Descends into arrays and plain objects.
 */
export function shortenUrls(value: unknown, site: DealershipSite): unknown {
  if (typeof value === "string") return shorten(value, site);
  if (Array.isArray(value)) return value.map((part) => shortenUrls(part, site));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shortenUrls(part, site)]),
  );
}

function shorten(text: string, { origin, slug }: DealershipSite): string {
  const start = text.startsWith(origin) ? origin : "";
  const long = `${start}/i/${slug}`;
  if (!text.startsWith(long)) return text;
  const rest = text.slice(long.length);
  if (!/^([/?#]|$)/.test(rest)) return text;
  return `${start}${rest.startsWith("/") ? "" : "/"}${rest}`;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
