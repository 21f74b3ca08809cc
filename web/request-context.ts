import { createContext, RouterContextProvider } from "react-router";
import type { PublicConfig } from "#web/api/site-config.ts";

/** A dealership's custom domain. */
export type DealershipDomain = { dealershipId: string; slug: string };

/** What the server passes to every page request. */
export type PageRequest = {
  /** Marks the page's own inline scripts, which the content security policy then allows. */
  nonce: string;
  /**
   * Call from the loader of a page that looks the same to everybody and at any time: the page can
   * be cached until one of these dealerships or persons changes, or, for "sitemap", until any
   * public page appears or disappears (docs/decisions/078). Include the owner of each row on the
   * page, even if that profile is not public.
   */
  cacheUntilChanged(ids: readonly string[]): void;
  /** Calls the API in this process, without the network. */
  fetch: typeof fetch;
  publicConfig: PublicConfig;
  /**
   * The dealership of a custom domain, where `publicConfig.siteUrl` is that domain's origin; null
   * on the platform's own host.
   */
  customDomain: DealershipDomain | null;
  /** Logs an error of rendering. */
  reportError(error: unknown): void;
};

/** For loaders: `context.get(pageRequest)`. */
export const pageRequest = createContext<PageRequest>();

/**
 * Creates the load context of one page request (called by site/render-pages.ts through the server
 * build).
 */
export function createLoadContext(input: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequest, input);
  return context;
}
