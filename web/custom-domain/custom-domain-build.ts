import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from "react-router";
import { type DealershipDomain, pageRequest } from "#web/request-context.ts";
import { shortenUrls } from "./shorten-urls.ts";

/** A route in the server's manifest and in the browser's. */
type Page = {
  served: NonNullable<ServerBuild["routes"][string]>;
  known: NonNullable<ServerBuild["assets"]["routes"][string]>;
};

/** The routes of a build, and how browsers discover them. */
export type Routes = Pick<ServerBuild, "routes" | "routeDiscovery"> & {
  assets: Pick<ServerBuild["assets"], "routes">;
};

/** Pages with a shorter path on a custom domain. */
const SHORT_PATHS = new Map([
  ["routes/public/storefront", { id: "own-landing", path: undefined, index: true }],
  [
    "routes/public/storefront-inventory",
    { id: "own-inventory", path: "inventory", index: undefined },
  ],
]);

/** Public pages that only the platform has; a custom domain shows every other one at its path. */
const PLATFORM_ONLY = new Set([
  "routes/public/landing",
  "routes/public/sitemap-part",
  "routes/public/unsubscribe",
]);

/**
 * Derives the build for dealerships' custom domains, from the same modules and files: the landing
 * at /, the inventory at /inventory, the other public pages at their paths. All other pages
 * redirect to the platform (docs/decisions/056).
 */
export function customDomainBuild<Build extends Routes>(build: Build): Build {
  const empty = pageOf(build, "routes/public/not-found");
  const pages = leavesOf(build).flatMap((page) => {
    const { id, index } = page.served;
    const place = SHORT_PATHS.get(id);
    if (place) {
      const { path = "" } = place;
      return [atShortPath(page, place), withLoader(page, redirectToShortUrl(`/${path}`))];
    }
    if (isSharedPage(id)) return [withLoader(page, withShortUrls(page))];
    return index ? [] : [withLoader(placed(empty, page.served), redirectToPlatform)];
  });
  const root = pageOf(build, "root");
  return {
    ...build,
    // The single route manifest is the platform's.
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
    routes: Object.fromEntries([root, ...pages].map(({ served }) => [served.id, served])),
    assets: {
      ...build.assets,
      routes: Object.fromEntries([root, ...pages].map(({ known }) => [known.id, known])),
    },
  };
}

function isSharedPage(id: string): boolean {
  return id.startsWith("routes/public/") && !PLATFORM_ONLY.has(id);
}

/** The pages, without the root and layout routes. */
function leavesOf(build: Routes): Page[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter(({ parentId, path, index }) => parentId !== undefined && (path !== undefined || index))
    .map(({ id }) => pageOf(build, id));
}

function pageOf({ routes, assets }: Routes, id: string): Page {
  const [served, known] = [routes[id], assets.routes[id]];
  if (!served || !known) throw new Error(`The build has no route ${id}`);
  return { served, known };
}

type Place = { id: string; path?: string | undefined; index?: boolean | undefined };

function placed({ served, known }: Page, { id, path, index }: Place): Page {
  const place = { id, parentId: "root", path, index };
  return { served: { ...served, ...place }, known: { ...known, ...place } };
}

function withLoader({ served, known }: Page, loader: LoaderFunction): Page {
  return { served: { ...served, module: { ...served.module, loader } }, known };
}

/** A page of the domain's own dealership, at a path without its slug. */
function atShortPath(page: Page, place: Place): Page {
  const load = withShortUrls(page);
  return withLoader(placed(page, place), (input) =>
    load({ ...input, params: { publicSlug: hostOf(input).slug } }),
  );
}

/** The page's own loader, with the URLs in its data shortened for this domain. */
function withShortUrls({ served }: Page): LoaderFunction {
  const { loader } = served.module;
  return async (input) => {
    const { slug } = hostOf(input);
    const { siteUrl } = input.context.get(pageRequest).publicConfig;
    return shortenUrls(await loader?.(input), { origin: siteUrl, slug });
  };
}

/** Redirects a long URL to its short form, or, for another dealership, to the platform. */
function redirectToShortUrl(path: string): LoaderFunction {
  return (input) => {
    if (input.params.publicSlug !== hostOf(input).slug) return redirectToPlatform(input);
    return redirect(`${path}${input.url.search}`, 301);
  };
}

function redirectToPlatform({ context, url }: LoaderFunctionArgs): Response {
  const { platformUrl } = context.get(pageRequest).publicConfig;
  return redirect(`${platformUrl}${url.pathname}${url.search}`);
}

function hostOf({ context }: LoaderFunctionArgs): DealershipDomain {
  const { customDomain } = context.get(pageRequest);
  if (!customDomain) throw new Error("This build only serves custom domains");
  return customDomain;
}
