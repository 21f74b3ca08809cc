import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { PLAN_PARAMETERS } from "#web/features/storefronts/storefront-links.ts";
import { LISTING_NAMES } from "#web/features/vehicles/listing/listing-search.ts";
import { SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { NonceContext } from "./nonce.ts";
import { pageRequest } from "./request-context.ts";

export { customDomainBuild } from "./custom-domain/custom-domain-build.ts";
export { createLoadContext } from "./request-context.ts";

/** Rendering timeout. */
const renderTimeoutMs = 6_000;

/**
 * Logs what a loader threw. A 4xx response is the visitor's doing, and its status is in the request
 * log.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted) return;
  context.get(pageRequest).reportError(error);
};

/** Renders the whole page at once: no loader defers data. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, reportError } = loadContext.get(pageRequest);
  return new Promise((resolve, reject) => {
    let answerStatus = status;
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        text(pipe(new PassThrough())).then(
          (html) => resolve(new Response(html, { status: answerStatus, headers })),
          reject,
        );
      },
      onShellError: reject,
      onError(error) {
        answerStatus = 500;
        if (!request.signal.aborted) reportError(error);
      },
    });
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

/**
 * Route patterns of the pages that can be cached (docs/decisions/078), and the query parameters
 * that change them; all others are dropped before rendering.
 */
export const cacheablePages = {
  patterns: new Set([
    "/",
    "/public/vehicle/:id",
    "/share",
    "/i/:publicSlug",
    "/i/:publicSlug/inventory",
    "/inventory",
    "/s/:publicSlug",
    "/vcard/:publicSlug",
    "/sitemap.xml",
    "/sitemap/:part.xml",
  ]),
  parameters: new Set([
    ...Object.values(LISTING_NAMES),
    ...Object.values(PLAN_PARAMETERS),
    SELLER_PARAMETER,
    "ids",
    // The route ids of a partial data request.
    "_routes",
  ]),
};
