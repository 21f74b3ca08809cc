import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { pageRequest } from "#web/request-context.ts";

/**
 * What the loader of a public page works with: the api with the anonymous key, what the address
 * asks for,
 * and how to say that the page may be kept.
 */
export function publicVisit(visit: { request: Request; context: Readonly<RouterContextProvider> }) {
  const { fetch, publicConfig, keep } = visit.context.get(pageRequest);
  const { siteUrl, anonKey, defaultCountry } = publicConfig;
  return {
    rest: { fetch, url: siteUrl, anonKey },
    siteUrl,
    defaultCountry,
    keep,
    parameters: new URL(visit.request.url).searchParams,
  };
}

/** For a loader's `catch`: answers 503, as long as nobody answers it. */
export function refuseUnanswered(): never {
  throw data(null, { status: 503, headers: { "Retry-After": "5" } });
}

/**
 * For loaders of pages that a dealership's own host shows: throws the way to the platform when the
 * page is, in whole or in part, somebody else's. Does nothing on the platform's own host.
 */
export function keepToOwn(
  { context, url }: Pick<LoaderFunctionArgs, "context" | "url">,
  dealerships: (string | null | undefined)[],
): void {
  const { ownHost, publicConfig } = context.get(pageRequest);
  if (!ownHost || dealerships.every((id) => id === ownHost.dealershipId)) return;
  throw redirect(`${publicConfig.platformUrl}${url.pathname}${url.search}`);
}

/**
 * Whether a public page is not there, now or any more; any other error of its loader means that
 * nobody answers.
 */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);
}
