import { useRouteLoaderData } from "react-router";

/** What the browser may know of the configuration; the root loader gives it to every page. */
export type PublicConfig = {
  /** Canonical address of the site, without a trailing slash: for links that leave the page. */
  siteUrl: string;
  /** Where the platform is: the same, but for a page that a dealership's own host shows. */
  platformUrl: string;
  anonKey: string;
  contactEmail: string;
  defaultCountry: string;
};

/** The public configuration, on the server and in the browser. Throws below a root without it. */
export function usePublicConfig(): PublicConfig {
  const config = useRouteLoaderData<PublicConfig>("root");
  if (!config) throw new Error("usePublicConfig must be used below the root route");
  return config;
}
