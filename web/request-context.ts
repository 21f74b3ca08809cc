import { createContext, RouterContextProvider } from "react-router";
import type { PublicConfig } from "#web/session/public-config.ts";

/** What the composition root hands to every page request. */
export type PageRequest = {
  /** The nonce of this response's content security policy. */
  nonce: string;
  /** The api in process, so that loaders reach data the way a browser does, without the network. */
  fetch: typeof fetch;
  publicConfig: PublicConfig;
};

/** Read it in loaders with `context.get(pageRequest)`. */
export const pageRequest = createContext<PageRequest>();

/** Makes the load context of one page request (called by server.ts through the server build). */
export function createLoadContext(input: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequest, input);
  return context;
}
