import { createLoadContext, type PageRequest } from "#web/request-context.ts";

/** The context of a page of the platform's own host, for a loader that is called by itself. */
export function makePageContext(changes: Partial<PageRequest> = {}) {
  return createLoadContext({
    nonce: "nonce",
    keep: () => {},
    fetch,
    publicConfig: {
      siteUrl: "https://autos.example",
      platformUrl: "https://autos.example",
      anonKey: "anon",
      contactEmail: "hola@autos.example",
      defaultCountry: "US",
    },
    ownHost: null,
    reportError: () => {},
    ...changes,
  });
}
