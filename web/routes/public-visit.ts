import type { RouterContextProvider } from "react-router";
import { pageRequest } from "#web/request-context.ts";

/**
 * What the loader of a public page works with: the api with the anonymous key, what the address asks for,
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
