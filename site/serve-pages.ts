import { randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { type Admission, admitRequests, namePage, Overloaded, retryAfter } from "#backend";
import { listFiles } from "./built-files.ts";
import { compressFast, encodingFor } from "./encodings.ts";
import type { PageEnvironment } from "./page-cache/index.ts";
import { hashInlineScripts, pageSecurityHeaders, scriptSource } from "./security-headers.ts";

/**
 * Per-request rendering input: `nonce` marks the page's own inline scripts; `cacheUntilChanged` is
 * that of page-cache.
 */
export type Rendering = { nonce: string; cacheUntilChanged(ids: readonly string[]): void };

/**
 * How to serve pages: `render` returns the document for a request; `clientFolder` has the built
 * files that built-files.ts has not loaded yet.
 */
export type Pages = {
  clientFolder: string;
  secure: boolean;
  /** Another origin that pages can connect to: the socket for hot reloading. */
  alsoConnect?: string;
  /** Sources of scripts besides the built files. */
  scripts?: string;
  admission: Admission;
  render(request: Request, rendering: Rendering): Promise<Response>;
  /** The route pattern of a path, for the log. */
  matchRoute(path: string): string;
};

const forever = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";
/** The default for rendered pages: browsers revalidate, because prices and slugs change. */
const asked = "private, no-cache";

/**
 * Serves the precompressed built files, and renders a page for every other path. Pages accept only
 * GET and HEAD.
 */
export function servePages(pages: Pages) {
  const { clientFolder, secure, alsoConnect, scripts, render } = pages;
  const app = new Hono<{ Bindings: Partial<PageEnvironment> }>();
  app.all("/.vite/*", (context) => context.text("Not found", 404));
  app.use("*", async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control"))
      context.header("Cache-Control", lifetimeOfFile(context));
  });
  const files = listFiles(clientFolder);
  const sendFile = serveStatic({ root: clientFolder, precompressed: true });
  // A file system lookup per page would cost more than most of the rendering.
  app.get("*", (context, next) => (files.has(context.req.path) ? sendFile(context, next) : next()));
  app.get("/assets/*", (context) => context.text("Not found", 404));
  app.use("*", admitRequests(pages.admission, 0));
  app.all("*", async (context) => {
    namePage(context, pages.matchRoute(context.req.path));
    if (!/^(GET|HEAD)$/.test(context.req.method)) {
      return context.text("Pages are only read", 405, { Allow: "GET, HEAD" });
    }
    const nonce = randomUUID();
    const { cacheUntilChanged = () => undefined } = context.env ?? {};
    const rendered = await render(context.req.raw, { nonce, cacheUntilChanged });
    const { headers } = rendered;
    const { html, inline } = hashInlineScripts(await rendered.text(), nonce);
    const own = scripts ?? scriptSource(new URL(context.req.url).host);
    const allowed = { scripts: own, inline, secure, alsoConnect };
    for (const [name, value] of Object.entries(pageSecurityHeaders(allowed))) {
      headers.set(name, value);
    }
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", asked);
    if (html === "") return new Response(null, { status: rendered.status, headers });
    const encoding = encodingFor(context.req.header("accept-encoding"));
    headers.set("Vary", "Accept-Encoding");
    if (encoding !== "identity") headers.set("Content-Encoding", encoding);
    return new Response(compressFast(html, encoding), { status: rendered.status, headers });
  });
  app.onError((error, context) => {
    if (!(error instanceof Overloaded)) throw error;
    return context.text(tooManyVisits, 503, retryAfter);
  });
  return app;
}

const tooManyVisits = "Demasiadas visitas a la vez. Inténtalo de nuevo en unos segundos.";

/** A missing file may exist soon, when a process of a newer version answers. */
function lifetimeOfFile({ req, res }: Context): string {
  if (!res.ok) return "no-store";
  return req.path.startsWith("/assets/") ? forever : aDay;
}
