import type { RequestListener } from "node:http";
import type { Hono } from "hono";
import { listenerOf } from "#backend";
import { serveBuiltFiles } from "./built-files.ts";
import type { Domains } from "./custom-domains/index.ts";
import { openPageCache } from "./page-cache/index.ts";
import { createRenderer, loadBuild, type SiteInput, type WebBuild } from "./render-pages.ts";
import { type Pages, servePages } from "./serve-pages.ts";

type PagesInput = Omit<SiteInput, "findCustomDomain"> & {
  config: { pageCacheMb: number };
  domains: Domains;
};

type OpenPages = { listener: RequestListener; stop(): Promise<void> };

const nothingToStop = async () => undefined;

/** Adds the pages to a site: from the build, from their sources ("dev"), or none. */
export async function openPages(
  web: "build" | "dev" | "none",
  site: Hono,
  { domains, ...given }: PagesInput,
): Promise<OpenPages> {
  const input = { ...given, findCustomDomain: domains.findCustomDomain };
  if (web === "dev") {
    const { listener, close } = await openDevServer(site, input);
    return { listener, stop: close };
  }
  if (web === "none") return { listener: listenerOf(site.fetch), stop: nothingToStop };
  const built = await loadBuild(input);
  site.route("/", servePages(built.pages));
  const { requestLog } = input.backend;
  const { listener, stop } = await openRenderedPages(site, built, { ...given, domains });
  const folder = built.pages.clientFolder;
  const answer = (request: Request) => site.fetch(request);
  return { listener: serveBuiltFiles({ folder, answer, requestLog, rest: listener }), stop };
}

/** The listener for rendered pages, with a cache unless it is unavailable or turned off. */
async function openRenderedPages(
  site: Hono,
  built: Awaited<ReturnType<typeof loadBuild>>,
  { backend: { listen, requestLog }, config, domains }: PagesInput,
): Promise<OpenPages> {
  const maxBytes = config.pageCacheMb * 1024 * 1024;
  if (!listen || maxBytes === 0) return { listener: listenerOf(site.fetch), stop: nothingToStop };
  return openPageCache({
    maxBytes,
    pages: built.cacheable,
    answer: (request, environment) => site.fetch(request, environment),
    listen,
    requestLog,
    onDomainsChanged: domains.invalidate,
  });
}

const hotReloadPort = 24_678;

/**
 * Runs Vite in this process. It answers requests for sources and passes all others on to the site.
 */
async function openDevServer(
  site: Hono,
  input: SiteInput,
): Promise<{ listener: RequestListener; close(): Promise<void> }> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: hotReloadPort } },
  });
  const alsoConnect = `ws://localhost:${hotReloadPort}`;
  const render: Pages["render"] = async (request, rendering) => {
    const build = await vite.ssrLoadModule("virtual:react-router/server-build");
    return createRenderer(build as WebBuild, input)(request, rendering);
  };
  const matchRoute = () => "page";
  const { admission } = input.backend;
  const pages = {
    clientFolder: "public",
    secure: false,
    alsoConnect,
    scripts: "'self'",
    admission,
    render,
    matchRoute,
  };
  site.route("/", servePages(pages));
  const listener = listenerOf(site.fetch);
  return {
    listener: (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}
