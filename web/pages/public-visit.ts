import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { pageRequest } from "#web/request-context.ts";

/**
 * The input of a public page's loader: API access with the anonymous key, the query parameters, and
 * `cacheUntilChanged` for caching.
 */
export function publicLoaderInput(visit: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}) {
  const { fetch, publicConfig, cacheUntilChanged } = visit.context.get(pageRequest);
  const { siteUrl, anonKey, defaultCountry } = publicConfig;
  return {
    rest: { fetch, url: siteUrl, anonKey },
    siteUrl,
    defaultCountry,
    cacheUntilChanged,
    parameters: new URL(visit.request.url).searchParams,
  };
}

/** For a loader's `catch`: throws a 503 response. */
export function throwUnavailable(): never {
  throw data(null, { status: 503, headers: { "Retry-After": "5" } });
}

/**
 * Redirects to the platform if a page on a custom domain shows anything of another dealership. Does
 * nothing on the platform's own host.
 */
export function redirectForeignPage(
  { context, url }: Pick<LoaderFunctionArgs, "context" | "url">,
  dealerships: (string | null | undefined)[],
): void {
  const { customDomain, publicConfig } = context.get(pageRequest);
  if (!customDomain || dealerships.every((id) => id === customDomain.dealershipId)) return;
  throw redirect(`${publicConfig.platformUrl}${url.pathname}${url.search}`);
}

/**
 * Whether a public page does not exist (any more). Other loader errors mean that the API did not
 * answer.
 */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);
}
