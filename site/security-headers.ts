import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** What a page's policy adds to the common one. */
export type PolicySources = {
  /** Sources of scripts. */
  scripts: string;
  /** Hashes of the page's own inline scripts. */
  inline: readonly string[];
  /** Whether the site uses HTTPS. */
  secure: boolean;
  /** Another origin that pages can connect to. */
  alsoConnect?: string | undefined;
};

/**
 * The headers of every page. Only built files and the page's own inline scripts run, by hash;
 * WebAssembly is allowed for the barcode reader. Components position elements with style
 * attributes, hence 'unsafe-inline' for styles.
 */
export function pageSecurityHeaders(allowed: PolicySources): Record<string, string> {
  const { secure } = allowed;
  return {
    "Content-Security-Policy": contentSecurityPolicy(allowed),
    "Permissions-Policy": "camera=(self), clipboard-write=(self), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
    // Over plain HTTP browsers ignore it and log a warning.
    ...(secure ? { "Cross-Origin-Opener-Policy": "same-origin" } : {}),
  };
}

/**
 * The headers of every response. Only the site's own host requires HTTPS on its subdomains too:
 * those of a dealership's custom domain are not ours.
 */
export function commonSecurityHeaders(siteUrl: string): MiddlewareHandler {
  const { protocol, hostname } = new URL(siteUrl);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (!headers.has("Referrer-Policy")) {
      headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    }
    if (isReadAsDocument(headers)) {
      if (!headers.has("Content-Security-Policy"))
        headers.set("Content-Security-Policy", strictPolicy);
      // The response may be personal. Caches know that from Authorization but not from apikey (RFC
      // 9111, 3.5).
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    }
    if (protocol !== "https:") return;
    const isSite = new URL(context.req.url).hostname === hostname;
    const scope = isSite ? "; includeSubDomains" : "";
    headers.set("Strict-Transport-Security", `max-age=31536000${scope}`);
  };
}

/**
 * For responses that are not pages: if a browser renders one anyway, it runs, loads and frames
 * nothing.
 */
const strictPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Scripts, styles and pictures follow the policy of their page, but a worker would follow that of
 * its own response.
 */
function isReadAsDocument(headers: Headers): boolean {
  return /^(application\/json|text\/plain|application\/vnd\.pgrst)/.test(
    headers.get("Content-Type") ?? "",
  );
}

/**
 * The source of a page's built files. The Host header comes from the client, so anything but a
 * plain host name falls back to 'self'.
 */
export function scriptSource(host: string): string {
  return /^[a-z\d.-]+(:\d+)?$/.test(host) ? `${host}/assets/` : "'self'";
}

/**
 * Replaces the nonce that a page was rendered with by the hashes of the inline scripts that carry
 * it; an injected script does not know the nonce. Without the nonce, all visitors get the same
 * bytes (CSP 3, 6.7.3.3).
 */
export function hashInlineScripts(page: string, nonce: string): { html: string; inline: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const inline = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = "", code]) => code !== "" && attributes.includes(attribute))
    .map(([, , code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  return { html: page.replaceAll(attribute, ""), inline: [...new Set(inline)] };
}

function contentSecurityPolicy({
  scripts,
  inline,
  secure,
  alsoConnect = "",
}: PolicySources): string {
  const rules = [
    "default-src 'self'",
    `connect-src 'self' ${alsoConnect}`.trimEnd(),
    ["script-src", scripts, ...inline, "'wasm-unsafe-eval'"].join(" "),
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
