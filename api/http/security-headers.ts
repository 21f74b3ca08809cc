import type { MiddlewareHandler } from "hono";

/**
 * The headers of every page. Scripts run only with this response's nonce and what those load; WebAssembly is allowed for the barcode reader.
 * Style attributes are the components' own way of positioning, hence 'unsafe-inline' for styles alone.
 */
export function pageSecurityHeaders(
  nonce: string,
  { secure, alsoConnect = "" }: { secure: boolean; alsoConnect?: string },
): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(nonce, secure, alsoConnect),
    "Permissions-Policy": "camera=(self), clipboard-write=(self), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
  };
}

/** The headers that no answer of the site goes without. */
export function commonSecurityHeaders(secure: boolean): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    if (secure) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  };
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
