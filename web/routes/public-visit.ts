import type { RouterContextProvider } from "react-router";
import { pageRequest } from "#web/request-context.ts";

/**
 * What the loader of a public page works with: the api with the anonymous key, and what the address
 * asks for.
 */
export function publicVisit(visit: { request: Request; context: Readonly<RouterContextProvider> }) {
  const { fetch, publicConfig } = visit.context.get(pageRequest);
  const { siteUrl, anonKey, defaultCountry } = publicConfig;
  return {
    rest: { fetch, url: siteUrl, anonKey },
    siteUrl,
    defaultCountry,
    parameters: new URL(visit.request.url).searchParams,
  };
}
