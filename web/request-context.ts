import { createContext, RouterContextProvider } from "react-router";
import type { PublicConfig } from "#web/api/site-config.ts";

/** A dealership at a host name of its own. */
export type OwnHost = { dealershipId: string; slug: string };

/** What the composition root hands to every page request. */
export type PageRequest = {
  /** Marks the page's own inline scripts, which the content security policy then allows. */
  nonce: string;
  /**
   * To be called by the loader of a page that looks the same to everybody and at any time: it may
   * be kept until one of these dealerships and persons changes (docs/decisions/078), or until
   * somebody's page comes or goes ("sitemap"). Give the owner of each row that the page shows, also
   * one whose profile visitors cannot read.
   */
  keep(shows: readonly string[]): void;
  /** The api in process, so that loaders reach data the way a browser does, without the network. */
  fetch: typeof fetch;
  publicConfig: PublicConfig;
  /**
   * The dealership whose own host name was asked, and then `publicConfig.siteUrl` is that host's
   * address; null on the platform's own.
   */
  ownHost: OwnHost | null;
  /** Tells the server's log what went wrong while a page was made. */
  reportError(error: unknown): void;
};

/** Read it in loaders with `context.get(pageRequest)`. */
export const pageRequest = createContext<PageRequest>();

/** Makes the load context of one page request (called by server.ts through the server build). */
export function createLoadContext(input: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequest, input);
  return context;
}
