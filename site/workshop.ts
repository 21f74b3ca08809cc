import type { RequestListener } from "node:http";
import type { Hono } from "hono";
import { listenerOf } from "#backend/http/listen.ts";
import { renderWith, type SiteInput, type WebBuild } from "./render-pages.ts";
import { type Pages, servePages } from "./serve-pages.ts";

const reloadPort = 24_678;

/**
 * Vite in this very process: it answers for sources and lets every other request through to the
 * site.
 */
export async function openWorkshop(
  site: Hono,
  input: SiteInput,
): Promise<{ listener: RequestListener; close(): Promise<void> }> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: reloadPort } },
  });
  const alsoConnect = `ws://localhost:${reloadPort}`;
  const render: Pages["render"] = async (request, rendering) => {
    const build = await vite.ssrLoadModule("virtual:react-router/server-build");
    return renderWith(build as WebBuild, input)(request, rendering);
  };
  const nameRoute = () => "page";
  const { admission } = input.backend;
  const pages = {
    clientFolder: "public",
    secure: false,
    alsoConnect,
    scripts: "'self'",
    admission,
    render,
    nameRoute,
  };
  site.route("/", servePages(pages));
  const listener = listenerOf(site.fetch);
  return {
    listener: (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}
