import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Backend } from "#backend";
import type { Domains } from "./own-hosts/index.ts";
import type { KeepablePages } from "./page-cache/index.ts";
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
  findOwnHost: Domains["findOwnHost"];
  log: Logger;
};

export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: {
        nonce: string;
        keep(shows: readonly string[]): void;
        fetch: typeof fetch;
        publicConfig: PublicConfig & { platformUrl: string };
        ownHost: { dealershipId: string; slug: string } | null;
        reportError(error: unknown): void;
      }): RouterContextProvider;
      ownHostBuild(build: ServerBuild): ServerBuild;
      keepablePages: Pick<KeepablePages, "patterns" | "parameters">;
    };
  };
};

/** Loads the built pages, and the rules for caching them. */
export async function loadBuild(
  input: SiteInput,
): Promise<{ pages: Pages; keepable: KeepablePages }> {
  const build: WebBuild = await import(pathToFileURL(join(buildFolder, "server/index.js")).href);
  const { ownHostBuild, keepablePages } = build.entry.module;
  const nameRoute = nameRoutes({ ...ownHostBuild(build).routes, ...build.routes });
  const pages = {
    clientFolder: join(buildFolder, "client"),
    admission: input.backend.admission,
    secure: input.config.siteUrl.startsWith("https:"),
    nameRoute,
    render: renderWith(build, input),
  };
  return { pages, keepable: { nameRoute, ...keepablePages } };
}

/** Renders pages with a build, for the site's own host and for custom domains. */
export function renderWith(
  build: WebBuild,
  { config, backend, findOwnHost, log }: SiteInput,
): Pages["render"] {
  const reportError = (error: unknown) => log.error({ err: error }, "page");
  const { createLoadContext, ownHostBuild } = build.entry.module;
  const mode = config.production ? "production" : "development";
  const handle = createRequestHandler(build, mode);
  const handleOwnHost = createRequestHandler(ownHostBuild(build), mode);
  const { siteUrl, anonKey, contactEmail, defaultCountry } = config;
  const publicConfig = { siteUrl, platformUrl: siteUrl, anonKey, contactEmail, defaultCountry };
  const inProcess: typeof fetch = async (input, init) =>
    backend.app.fetch(new Request(input, init));
  const siteHost = new URL(siteUrl).host;
  return async (request, { nonce, keep }) => {
    const own = await findOwnHost(request.url);
    const isKnown = own !== null || new URL(request.url).host === siteHost;
    const input = {
      nonce,
      // Any client can invent a Host header, so pages under unknown hosts are not cached.
      keep: isKnown ? keep : () => undefined,
      fetch: inProcess,
      publicConfig,
      ownHost: null,
      reportError,
    };
    if (!own) return handle(request, createLoadContext(input));
    const { origin, ...dealership } = own;
    return handleOwnHost(
      request,
      createLoadContext({
        ...input,
        publicConfig: { ...publicConfig, siteUrl: origin },
        ownHost: dealership,
      }),
    );
  };
}

/** A route in React Router's server build, by id. */
type ListedRoutes = Record<string, { parentId?: string; path?: string } | undefined>;

/**
 * Returns a function from path to route pattern, such as `/i/:publicSlug`; `*` for an unknown path.
 */
export function nameRoutes(routes: ListedRoutes): (path: string) => string {
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
