import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** What a page's policy allows beyond what all of them do. */
export type Allowed = {
  /** Where scripts may come from. */
  scripts: string;
  /** The page's own inline scripts, as the policy names them. */
  inline: readonly string[];
  /** Over HTTPS alone. */
  secure: boolean;
  /** Another place that pages may connect to. */
  alsoConnect?: string | undefined;
};

/**
 * The headers of every page. Scripts run only where they are built files or the page's own inline
 * ones, word for word; WebAssembly is allowed for the barcode reader. Style attributes are the
 * components' own way of positioning, hence 'unsafe-inline' for styles alone.
 */
export function pageSecurityHeaders(allowed: Allowed): Record<string, string> {
  const { secure } = allowed;
  return {
    "Content-Security-Policy": contentSecurityPolicy(allowed),
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
    if (!headers.has("Referrer-Policy")) {
      headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    }
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

/**
 * Where the built files are that a page of this host loads. The name of a host is what a client
 * says, and an address in numbers is none for a policy.
 */
export function builtScripts(host: string): string {
  return /^[a-z\d.-]+(:\d+)?$/.test(host) ? `${host}/assets/` : "'self'";
}

/**
 * Takes the nonce by which a page was rendered out of it, and gives the hashes of the inline
 * scripts that bore it: what somebody brought into the page by another way did not know it. So the
 * same page has the same bytes for everybody (CSP 3, 6.7.3.3).
 */
export function hashInlineScripts(page: string, nonce: string): { html: string; inline: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const inline = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = "", code]) => code !== "" && attributes.includes(attribute))
    .map(([, , code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  return { html: page.replaceAll(attribute, ""), inline: [...new Set(inline)] };
}

function contentSecurityPolicy({ scripts, inline, secure, alsoConnect = "" }: Allowed): string {
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
