import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Backend } from "#backend";
import type { Domains } from "./custom-domains/index.ts";
import type { CacheablePages } from "./page-cache/index.ts";
import type { Pages } from "./serve-pages.ts";

const buildFolder = fileURLToPath(new URL("../build", import.meta.url));

/** The part of the configuration that pages see. */
type PublicConfig = {
  siteUrl: string;
  anonKey: string;
  contactEmail: string;
  defaultCountry: string;
};

/** What rendering depends on. */
export type SiteInput = {
  config: PublicConfig & { production: boolean };
  backend: Pick<Backend, "app" | "admission" | "listen" | "requestLog">;
  findCustomDomain: Domains["findCustomDomain"];
  log: Logger;
};

export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: {
        nonce: string;
        cacheUntilChanged(ids: readonly string[]): void;
        fetch: typeof fetch;
        publicConfig: PublicConfig & { platformUrl: string };
        customDomain: { dealershipId: string; slug: string } | null;
        reportError(error: unknown): void;
      }): RouterContextProvider;
      customDomainBuild(build: ServerBuild): ServerBuild;
      cacheablePages: Pick<CacheablePages, "patterns" | "parameters">;
    };
  };
};

/** Loads the built pages, and the rules for caching them. */
export async function loadBuild(
  input: SiteInput,
): Promise<{ pages: Pages; cacheable: CacheablePages }> {
  const build: WebBuild = await import(pathToFileURL(join(buildFolder, "server/index.js")).href);
  const { customDomainBuild, cacheablePages } = build.entry.module;
  const matchRoute = createRouteMatcher({ ...customDomainBuild(build).routes, ...build.routes });
  const pages = {
    clientFolder: join(buildFolder, "client"),
    admission: input.backend.admission,
    secure: input.config.siteUrl.startsWith("https:"),
    matchRoute,
    render: createRenderer(build, input),
  };
  return { pages, cacheable: { matchRoute, ...cacheablePages } };
}

/** Renders pages with a build, for the site's own host and for custom domains. */
export function createRenderer(
  build: WebBuild,
  { config, backend, findCustomDomain, log }: SiteInput,
): Pages["render"] {
  const reportError = (error: unknown) => log.error({ err: error }, "page");
  const { createLoadContext, customDomainBuild } = build.entry.module;
  const mode = config.production ? "production" : "development";
  const handle = createRequestHandler(build, mode);
  const handleCustomDomain = createRequestHandler(customDomainBuild(build), mode);
  const { siteUrl, anonKey, contactEmail, defaultCountry } = config;
  const publicConfig = { siteUrl, platformUrl: siteUrl, anonKey, contactEmail, defaultCountry };
  const inProcess: typeof fetch = async (input, init) =>
    backend.app.fetch(new Request(input, init));
  const siteHost = new URL(siteUrl).host;
  return async (request, { nonce, cacheUntilChanged }) => {
    const own = await findCustomDomain(request.url);
    const isKnown = own !== null || new URL(request.url).host === siteHost;
    const input = {
      nonce,
      // Any client can invent a Host header, so pages under unknown hosts are not cached.
      cacheUntilChanged: isKnown ? cacheUntilChanged : () => undefined,
      fetch: inProcess,
      publicConfig,
      customDomain: null,
      reportError,
    };
    if (!own) return handle(request, createLoadContext(input));
    const { origin, ...dealership } = own;
    return handleCustomDomain(
      request,
      createLoadContext({
        ...input,
        publicConfig: { ...publicConfig, siteUrl: origin },
        customDomain: dealership,
      }),
    );
  };
}

/** A route in React Router's server build, by id. */
type ListedRoutes = Record<string, { parentId?: string; path?: string } | undefined>;

/**
 * Returns a function from path to route pattern, such as `/i/:publicSlug`; `*` for an unknown path.
 */
export function createRouteMatcher(routes: ListedRoutes): (path: string) => string {
  const patterns = Object.keys(routes).map((id) => fullPath(routes, id));
  const known = [...new Set(patterns)]
    .filter((pattern) => !pattern.endsWith("*"))
    .sort((a, b) => countOpen(a) - countOpen(b) || b.length - a.length)
    .map((pattern) => ({ pattern, fits: toExpression(pattern) }));
  return (path) => {
    const page = withoutLastSlashes(path.replace(/\.data$/, "")).replace(/^\/_root$/, "") || "/";
    return known.find(({ fits }) => fits.test(page))?.pattern ?? "*";
  };
}

/** A regular expression would take quadratic time on thousands of slashes. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function fullPath(routes: ListedRoutes, id: string): string {
  const route = routes[id];
  const above = route?.parentId === undefined ? "" : fullPath(routes, route.parentId);
  if (!route?.path) return above || "/";
  return `${above.replace(/\/$/, "")}/${route.path}`;
}

function countOpen(pattern: string): number {
  return pattern.split(":").length;
}

function toExpression(pattern: string): RegExp {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/:\w+/g, "[^/]+")}$`);
}
