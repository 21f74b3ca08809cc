import { createLoadContext, type PageRequest } from "#web/request-context.ts";

/** A page's context on the platform's host, for calling a loader directly. */
export function makePageContext(changes: Partial<PageRequest> = {}) {
  return createLoadContext({
    nonce: "nonce",
    cacheUntilChanged: () => {},
    fetch,
    publicConfig: {
      siteUrl: "https://autos.example",
      platformUrl: "https://autos.example",
      anonKey: "anon",
      contactEmail: "hola@autos.example",
      defaultCountry: "US",
    },
    customDomain: null,
    reportError: () => {},
    ...changes,
  });
}
