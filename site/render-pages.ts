import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Backend } from "#backend/index.ts";
import { nameRoutes } from "./name-routes.ts";
import type { Domains } from "./own-hosts/index.ts";
import type { Pages } from "./serve-pages.ts";

const buildFolder = fileURLToPath(new URL("../build", import.meta.url));

/** What pages are told of how the site is set up. */
type PublicConfig = {
  siteUrl: string;
  anonKey: string;
  contactEmail: string;
  defaultCountry: string;
};

/** What pages are made with. */
export type SiteInput = {
  config: PublicConfig & { production: boolean };
  backend: Pick<Backend, "app" | "admission">;
  findOwnHost: Domains["findOwnHost"];
  log: Logger;
};

export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: {
        nonce: string;
        fetch: typeof fetch;
        publicConfig: PublicConfig & { platformUrl: string };
        ownHost: { dealershipId: string; slug: string } | null;
        reportError(error: unknown): void;
      }): RouterContextProvider;
      ownHostBuild(build: ServerBuild): ServerBuild;
    };
  };
};

/** The built pages. */
export async function loadBuild(input: SiteInput): Promise<Pages> {
  const build: WebBuild = await import(pathToFileURL(join(buildFolder, "server/index.js")).href);
  const clientFolder = join(buildFolder, "client");
  return {
    clientFolder,
    admission: input.backend.admission,
    secure: input.config.siteUrl.startsWith("https:"),
    nameRoute: nameRoutes({
      ...build.entry.module.ownHostBuild(build).routes,
      ...build.routes,
    }),
    render: renderWith(build, input),
  };
}

/** Makes pages with a build, for the site's own host and for those of dealerships. */
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
  return async (request, nonce) => {
    const own = await findOwnHost(request.url);
    const input = { nonce, fetch: inProcess, publicConfig, ownHost: null, reportError };
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
