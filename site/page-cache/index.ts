import type { IncomingMessage, RequestListener } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Backend, listenerOf } from "#backend";
import { encodingFor } from "../encodings.ts";
import {
  type CachedPage,
  type Exchange,
  encodePage,
  requestIdOf,
  sendPage,
  toCachedPage,
} from "./cached-page.ts";
import { createPageStore } from "./page-store.ts";
import { subscribeToChanges } from "./subscribe-to-changes.ts";

/** Which URLs lead to pages that can be cached. The page itself decides while it is rendered. */
export type CacheablePages = {
  /** The route pattern of a path. */
  matchRoute(path: string): string;
  patterns: ReadonlySet<string>;
  /** The query parameters that change a page; all others are dropped. */
  parameters: ReadonlySet<string>;
};

/** The environment of a request for a page that can be cached. */
export type PageEnvironment = HttpBindings & {
  /** Call while rendering to allow caching until one of these dealerships or persons changes. */
  cacheUntilChanged?(dependsOn: readonly string[]): void;
};

export type PageCache = { listener: RequestListener; stop(): Promise<void> };

type PageCacheInput = {
  maxBytes: number;
  pages: CacheablePages;
  /** The site without a cache. */
  answer(request: Request, environment: HttpBindings): Response | Promise<Response>;
  listen: NonNullable<Backend["listen"]>;
  requestLog: Backend["requestLog"];
  /** Custom domains may have changed. */
  onDomainsChanged(): void;
};

/**
 * Caches public pages as they are sent, by host, path and relevant parameters, until the database
 * triggers `tell_pages` report a change of something on them (docs/decisions/078). Everybody gets
 * the same bytes, because a page is rendered from its URL alone. Concurrent requests for a page
 * share one rendering.
 */
export async function openPageCache(input: PageCacheInput): Promise<PageCache> {
  const { pages, answer, requestLog } = input;
  const store = createPageStore(input.maxBytes);
  const changes = await subscribeToChanges(input.listen, {
    onChange: (id) => (id === domainsChanged ? input.onDomainsChanged() : store.invalidate(id)),
    onGap: () => {
      input.onDomainsChanged();
      store.clear();
    },
  });
  const inFlight = new Map<string, Promise<RenderedPage>>();

  const render = async (
    route: string,
    request: Request,
    bindings: HttpBindings,
  ): Promise<RenderedPage> => {
    const renderedAt = performance.now();
    const dependsOn = new Set<string>();
    let isCacheable = false;
    const cacheUntilChanged: PageEnvironment["cacheUntilChanged"] = (ids) => {
      isCacheable = true;
      for (const id of ids) dependsOn.add(id);
    };
    const environment: PageEnvironment = { ...bindings, cacheUntilChanged };
    const response = await answer(request, environment);
    const page =
      isCacheable && response.status === 200 && !response.headers.has("set-cookie")
        ? await toCachedPage(response, { route, dependsOn, renderedAt })
        : null;
    return { response, page };
  };
  const isCurrent = async ({ page }: RenderedPage): Promise<boolean> =>
    page !== null &&
    (await changes.catchUp()) &&
    !changes.haveChanged(page.dependsOn, page.renderedAt);

  const find = async (key: string): Promise<CachedPage | undefined> => {
    if (!(await changes.catchUp())) return undefined;
    const found = store.get(key);
    if (found) return found;
    const made = await inFlight.get(key)?.catch(() => undefined);
    return made && (await isCurrent(made)) ? (made.page ?? undefined) : undefined;
  };
  const renderAndCache = async (
    key: string,
    made: Promise<RenderedPage>,
  ): Promise<RenderedPage> => {
    inFlight.set(key, made);
    try {
      const { page } = await made;
      if (page && (await isCurrent(await made))) store.set(key, page);
      return await made;
    } finally {
      if (inFlight.get(key) === made) inFlight.delete(key);
    }
  };
  const send = async (
    key: string,
    page: CachedPage,
    requestId: string,
    bindings: HttpBindings,
  ): Promise<Response> => {
    const encoding = encodingFor(bindings.incoming.headers["accept-encoding"]);
    await encodePage(page, encoding);
    // Updates its size.
    if (store.get(key) === page) store.set(key, page);
    sendPage(page, encoding, { ...bindings, requestId });
    return RESPONSE_ALREADY_SENT;
  };

  const pass = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const response = await answer(request, bindings);
    if (request.method !== "GET" && request.method !== "HEAD") changes.noteWrite();
    return response;
  };
  const serve = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const { incoming, outgoing } = bindings;
    const key = keyOf(incoming, pages.parameters);
    const route = key === null ? "" : pages.matchRoute(new URL(request.url).pathname);
    if (key === null || !pages.patterns.has(route)) return pass(request, bindings);
    const started = performance.now();
    const requestId = requestIdOf(incoming);
    const found = await find(key);
    if (found) {
      const sent = await send(key, found, requestId, bindings);
      logRequest(found, { requestId, incoming, outgoing, started });
      return sent;
    }
    if (request.method === "HEAD") return answer(request, bindings);
    const plain = cacheableRequest(request, requestId, searchOf(incoming, pages.parameters));
    const { page, response } = await renderAndCache(key, render(route, plain, bindings));
    return page ? send(key, page, requestId, bindings) : response;
  };
  const serveLater = listenerOf(serve);
  const passLater = listenerOf(pass);
  const logRequest = (
    { route }: CachedPage,
    { requestId, incoming, outgoing, started }: Exchange & { started: number },
  ): void => {
    const { method = "GET" } = incoming;
    requestLog({ requestId, method, route, status: outgoing.statusCode, started });
  };

  return {
    listener: (incoming, outgoing) => {
      if (apiPath.test(incoming.url ?? "")) return passLater(incoming, outgoing);
      const started = performance.now();
      const key = changes.isUpToDate() ? keyOf(incoming, pages.parameters) : null;
      const page = key === null ? undefined : store.get(key);
      const encoding = encodingFor(incoming.headers["accept-encoding"]);
      if (!page?.bodies.has(encoding)) return serveLater(incoming, outgoing);
      const requestId = requestIdOf(incoming);
      sendPage(page, encoding, { requestId, incoming, outgoing });
      logRequest(page, { requestId, incoming, outgoing, started });
    },
    stop: changes.stop,
  };
}

/** API paths, where no pages are. */
const apiPath = /^\/[a-z]+\/v1\//;

/** The payload that reports a change of a custom domain instead of an id. */
const domainsChanged = "hosts";

/** A rendered response, and the page to cache, if it can be cached. */
type RenderedPage = { response: Response; page: CachedPage | null };

/** The cache key; null unless the request reads a URL of this site. */
function keyOf(incoming: IncomingMessage, parameters: ReadonlySet<string>): string | null {
  const { method, url = "", headers } = incoming;
  if ((method !== "GET" && method !== "HEAD") || !url.startsWith("/")) return null;
  return `${headers.host} ${url.split("?", 1)[0]}${searchOf(incoming, parameters)}`;
}

/**
 * The relevant query parameters, sorted. Also reads behind a `#`, which no browser sends, so that
 * the cache key and the rendered page agree.
 */
function searchOf({ url = "" }: IncomingMessage, parameters: ReadonlySet<string>): string {
  const mark = url.indexOf("?");
  if (mark === -1) return "";
  const typed = new URLSearchParams(url.slice(mark));
  const relevant = [...typed].filter(([name]) => parameters.has(name));
  if (relevant.length === 0) return "";
  const sorted = relevant.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `?${new URLSearchParams(sorted)}`;
}

/**
 * The request that a cached page is rendered from: the URL with its relevant parameters, the
 * request id, and the client's address for admission.
 */
function cacheableRequest({ url, headers }: Request, requestId: string, search: string): Request {
  const address = new URL(url);
  address.search = search;
  address.hash = "";
  const forwarded = headers.get("x-forwarded-for");
  return new Request(address, {
    headers: { "x-request-id": requestId, ...(forwarded && { "x-forwarded-for": forwarded }) },
  });
}
