import type { IncomingMessage, RequestListener } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Backend, listenerOf } from "#backend";
import { encodingFor } from "../encodings.ts";
import { hearChanges } from "./hear-changes.ts";
import { type Asked, encodePage, idOf, type KeptPage, keepPage, sendPage } from "./kept-page.ts";
import { createPageStore } from "./page-store.ts";

/** Which addresses lead to pages that may be kept; a page that is made says whether it is one. */
export type KeepablePages = {
  /** The pattern of the page that a path leads to. */
  nameRoute(path: string): string;
  patterns: ReadonlySet<string>;
  /** What of an address changes such a page; all other parameters are left out. */
  parameters: ReadonlySet<string>;
};

/** With what a page is asked for that may be kept. */
export type PageEnvironment = HttpBindings & {
  /**
   * To be called while the page is made: it may be kept until one of these dealerships and persons
   * changes.
   */
  keep?(shows: readonly string[]): void;
};

/** Answers for the site. */
export type PageCache = { listener: RequestListener; stop(): Promise<void> };

type PageCacheInput = {
  maxBytes: number;
  pages: KeepablePages;
  /** The site without a cache. */
  answer(request: Request, environment: HttpBindings): Response | Promise<Response>;
  listen: NonNullable<Backend["listen"]>;
  requestLog: Backend["requestLog"];
  /** Somebody may be at home at another host name now. */
  onHosts(): void;
};

/**
 * Keeps public pages as they are sent, by host, path and the parameters that matter, until
 * something that they show changes, as triggers `tell_pages` say (docs/decisions/078). Everybody
 * gets the same bytes, for a page is made with nothing of a request but its address. Who asks for
 * one that is being made waits for that.
 */
export async function openPageCache(input: PageCacheInput): Promise<PageCache> {
  const { pages, answer, requestLog } = input;
  const kept = createPageStore(input.maxBytes);
  const changes = await hearChanges(input.listen, {
    onChange: (id) => (id === ofHosts ? input.onHosts() : kept.dropWhatShows(id)),
    onGap: () => {
      input.onHosts();
      kept.clear();
    },
  });
  const underWay = new Map<string, Promise<Made>>();

  const make = async (route: string, request: Request, bindings: HttpBindings): Promise<Made> => {
    const madeAt = performance.now();
    const shows = new Set<string>();
    let mayBeKept = false;
    const keep: PageEnvironment["keep"] = (ids) => {
      mayBeKept = true;
      for (const id of ids) shows.add(id);
    };
    const environment: PageEnvironment = { ...bindings, keep };
    const response = await answer(request, environment);
    const page =
      mayBeKept && response.status === 200 && !response.headers.has("set-cookie")
        ? await keepPage(response, { route, shows, madeAt })
        : null;
    return { response, page };
  };
  const isCurrent = async ({ page }: Made): Promise<boolean> =>
    page !== null && (await changes.hear()) && !changes.haveChanged(page.shows, page.madeAt);

  const find = async (key: string): Promise<KeptPage | undefined> => {
    if (!(await changes.hear())) return undefined;
    const found = kept.get(key);
    if (found) return found;
    const made = await underWay.get(key)?.catch(() => undefined);
    return made && (await isCurrent(made)) ? (made.page ?? undefined) : undefined;
  };
  const makeAndKeep = async (key: string, made: Promise<Made>): Promise<Made> => {
    underWay.set(key, made);
    try {
      const { page } = await made;
      if (page && (await isCurrent(await made))) kept.set(key, page);
      return await made;
    } finally {
      if (underWay.get(key) === made) underWay.delete(key);
    }
  };
  const send = async (
    key: string,
    page: KeptPage,
    requestId: string,
    bindings: HttpBindings,
  ): Promise<Response> => {
    const encoding = encodingFor(bindings.incoming.headers["accept-encoding"]);
    await encodePage(page, encoding);
    // Its size has changed.
    if (kept.get(key) === page) kept.set(key, page);
    sendPage(page, encoding, { ...bindings, requestId });
    return RESPONSE_ALREADY_SENT;
  };

  const pass = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const response = await answer(request, bindings);
    if (request.method !== "GET" && request.method !== "HEAD") changes.wrote();
    return response;
  };
  const serve = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const { incoming, outgoing } = bindings;
    const key = keyOf(incoming, pages.parameters);
    const route = key === null ? "" : pages.nameRoute(new URL(request.url).pathname);
    if (key === null || !pages.patterns.has(route)) return pass(request, bindings);
    const started = performance.now();
    const requestId = idOf(incoming);
    const found = await find(key);
    if (found) {
      const sent = await send(key, found, requestId, bindings);
      tell(found, { requestId, incoming, outgoing, started });
      return sent;
    }
    if (request.method === "HEAD") return answer(request, bindings);
    const plain = plainRequest(request, requestId, searchOf(incoming, pages.parameters));
    const { page, response } = await makeAndKeep(key, make(route, plain, bindings));
    return page ? send(key, page, requestId, bindings) : response;
  };
  const serveLater = listenerOf(serve);
  const passLater = listenerOf(pass);
  const tell = (
    { route }: KeptPage,
    { requestId, incoming, outgoing, started }: Asked & { started: number },
  ): void => {
    const { method = "GET" } = incoming;
    requestLog({ requestId, method, route, status: outgoing.statusCode, started });
  };

  return {
    listener: (incoming, outgoing) => {
      if (ofApi.test(incoming.url ?? "")) return passLater(incoming, outgoing);
      const started = performance.now();
      const key = changes.isHeard() ? keyOf(incoming, pages.parameters) : null;
      const page = key === null ? undefined : kept.get(key);
      const encoding = encodingFor(incoming.headers["accept-encoding"]);
      if (!page?.bodies.has(encoding)) return serveLater(incoming, outgoing);
      const requestId = idOf(incoming);
      sendPage(page, encoding, { requestId, incoming, outgoing });
      tell(page, { requestId, incoming, outgoing, started });
    },
    stop: changes.stop,
  };
}

/** Below these addresses no page is. */
const ofApi = /^\/[a-z]+\/v1\//;

/** What is told in place of an id where a host name has another owner. */
const ofHosts = "hosts";

/** A page that was made, and what else it was where it may not be kept. */
type Made = { response: Response; page: KeptPage | null };

/** What a page is kept under; null for what is no reading of an address here. */
function keyOf(incoming: IncomingMessage, parameters: ReadonlySet<string>): string | null {
  const { method, url = "", headers } = incoming;
  if ((method !== "GET" && method !== "HEAD") || !url.startsWith("/")) return null;
  return `${headers.host} ${url.split("?", 1)[0]}${searchOf(incoming, parameters)}`;
}

/**
 * What matters of all that follows the question mark, also behind the `#` that no browser sends:
 * the key and the page are made with the same.
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

/** The same address with what matters of it; of the headers, whose turn it takes and its id. */
function plainRequest({ url, headers }: Request, requestId: string, search: string): Request {
  const address = new URL(url);
  address.search = search;
  address.hash = "";
  const forwarded = headers.get("x-forwarded-for");
  return new Request(address, {
    headers: { "x-request-id": requestId, ...(forwarded && { "x-forwarded-for": forwarded }) },
  });
}
