import type { MiddlewareHandler } from "hono";

/**
 * The headers of every page. Scripts run only with this response's nonce and what those load;
 * WebAssembly is allowed for the barcode reader. Style attributes are the components' own way of
 * positioning, hence 'unsafe-inline' for styles alone.
 */
export function pageSecurityHeaders(
  nonce: string,
  { secure, alsoConnect = "" }: { secure: boolean; alsoConnect?: string },
): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(nonce, secure, alsoConnect),
    "Permissions-Policy": "camera=(self), clipboard-write=(self), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
    // Over plain HTTP browsers ignore it with a complaint.
    ...(secure ? { "Cross-Origin-Opener-Policy": "same-origin" } : {}),
  };
}

/**
 * The headers that no answer of the site goes without. What stands beside a dealership's own host
 * name is not ours to command, so only the site's own host asks for HTTPS on its subdomains too.
 */
export function commonSecurityHeaders(siteUrl: string): MiddlewareHandler {
  const { protocol, hostname } = new URL(siteUrl);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    if (isReadAsDocument(headers)) {
      if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", sealed);
      // It may be somebody's own, and only a header says whose: a cache knows the one,
      // Authorization, not the other, apikey (RFC 9111, 3.5).
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    }
    if (protocol !== "https:") return;
    const isSite = new URL(context.req.url).hostname === hostname;
    const scope = isSite ? "; includeSubDomains" : "";
    headers.set("Strict-Transport-Security", `max-age=31536000${scope}`);
  };
}

/** For what is no page: a browser that shows it all the same runs, loads and frames nothing. */
const sealed = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Scripts, styles and pictures belong to a page and its policy; a worker's own answer would rule
 * over the worker.
 */
function isReadAsDocument(headers: Headers): boolean {
  return /^(application\/json|text\/plain|application\/vnd\.pgrst)/.test(
    headers.get("Content-Type") ?? "",
  );
}

function contentSecurityPolicy(nonce: string, secure: boolean, alsoConnect: string): string {
  const rules = [
    "default-src 'self'",
    `connect-src 'self' ${alsoConnect}`.trimEnd(),
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...rules, ...(secure ? ["upgrade-insecure-requests"] : [])].join("; ");
}
