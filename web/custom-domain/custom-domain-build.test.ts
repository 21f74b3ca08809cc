import { RouterContextProvider, type ServerBuild } from "react-router";
import { describe, expect, test } from "vitest";
import { pageRequest } from "#web/request-context.ts";
import { customDomainBuild, type Routes } from "./custom-domain-build.ts";

type Served = NonNullable<ServerBuild["routes"][string]>;

const listed: [id: string, place: Partial<Served>][] = [
  ["root", { path: "" }],
  ["routes/public/landing", { index: true }],
  ["routes/public/robots", { path: "robots.txt" }],
  ["routes/public/storefront", { path: "i/:publicSlug" }],
  ["routes/public/storefront-inventory", { path: "i/:publicSlug/inventory" }],
  ["routes/public/public-vehicle", { path: "public/vehicle/:id" }],
  ["routes/session/session-layout", {}],
  ["routes/session/login", { path: "login", parentId: "routes/session/session-layout" }],
  ["routes/public/not-found", { path: "*" }],
];

const hasNothing = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
};

const build = makeBuild();
const own = customDomainBuild(build);

/** A build of these routes whose loaders return the page's own URL and the requested slug. */
function makeBuild(): Routes {
  const routes = listed.map(([id, place]) => ({
    id,
    ...(id === "root" ? {} : { parentId: "root" }),
    ...place,
  }));
  const served = routes.map((route) => ({
    ...route,
    module: {
      default: () => null,
      loader: ({ params }: { params: { publicSlug?: string } }) => ({
        here: `/i/${params.publicSlug}`,
        id: route.id,
      }),
    },
  }));
  const known = routes.map((route) => ({
    ...hasNothing,
    ...route,
    module: `/assets/${route.id}.js`,
  }));
  const byId = <One extends { id: string }>(list: One[]) =>
    Object.fromEntries(list.map((one) => [one.id, one]));
  return {
    routes: byId(served),
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
    assets: { routes: byId(known) },
  };
}

function load(id: string, path: string, params: Record<string, string> = {}): unknown {
  const context = new RouterContextProvider();
  context.set(pageRequest, {
    nonce: "",
    cacheUntilChanged: () => {},
    fetch,
    publicConfig: {
      siteUrl: "https://www.sol.mx",
      platformUrl: "https://vitrina.example",
      anonKey: "",
      contactEmail: "",
      defaultCountry: "US",
    },
    customDomain: { dealershipId: "1", slug: "sol" },
    reportError: () => {},
  });
  const url = new URL(`https://www.sol.mx${path}`);
  const input = { request: new Request(url), url, context, params, pattern: "" };
  return own.routes[id]?.module.loader?.(input);
}

const wayOf = (answer: unknown) =>
  answer instanceof Response ? [answer.status, answer.headers.get("location")] : answer;

describe("a dealership's custom domain", () => {
  test("has its landing at / and its inventory at /inventory, from the same files", () => {
    expect(own.routes["own-landing"]).toMatchObject({ index: true, path: undefined });
    expect(own.routes["own-inventory"]).toMatchObject({ path: "inventory", parentId: "root" });
    expect(own.assets.routes["own-landing"]?.module).toBe("/assets/routes/public/storefront.js");
    expect(own.routes["routes/public/landing"]).toBeUndefined();
  });

  test("gives server and browser the same routes", () => {
    const placesOf = (routes: ServerBuild["routes"] | ServerBuild["assets"]["routes"]) =>
      Object.values(routes).map((route) => [route?.id, route?.parentId, route?.path, route?.index]);
    expect(placesOf(own.assets.routes)).toEqual(placesOf(own.routes));
  });

  test("makes browsers load its own route manifest instead of the platform's", () => {
    expect([build.routeDiscovery.mode, own.routeDiscovery.mode]).toEqual(["initial", "lazy"]);
  });

  test("loads its dealership's landing, with shortened URLs", async () => {
    expect(await load("own-landing", "/")).toEqual({ here: "/", id: "routes/public/storefront" });
  });

  test("redirects from long URLs to short ones, with their parameters", () => {
    const params = { publicSlug: "sol" };
    expect(wayOf(load("routes/public/storefront", "/i/sol?precio=9", params))).toEqual([
      301,
      "/?precio=9",
    ]);
    expect(wayOf(load("routes/public/storefront-inventory", "/i/sol/inventory", params))).toEqual([
      301,
      "/inventory",
    ]);
  });

  test("redirects to the platform for other dealerships and for pages behind the sign-in", () => {
    const params = { publicSlug: "luna" };
    expect(wayOf(load("routes/public/storefront", "/i/luna?a=1", params))).toEqual([
      302,
      "https://vitrina.example/i/luna?a=1",
    ]);
    expect(wayOf(load("routes/session/login", "/login"))).toEqual([
      302,
      "https://vitrina.example/login",
    ]);
    expect(own.assets.routes["routes/session/login"]?.module).toBe(
      "/assets/routes/public/not-found.js",
    );
  });

  test("leaves the site's build unchanged", () => {
    expect(Object.keys(build.routes)).toEqual(listed.map(([id]) => id));
    expect(build.routes["routes/public/storefront"]).toMatchObject({ path: "i/:publicSlug" });
  });
});
