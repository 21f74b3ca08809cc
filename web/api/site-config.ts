import { useRouteLoaderData } from "react-router";

/** The configuration that browsers see; the root loader passes it to every page. */
export type PublicConfig = {
  /** The site's canonical origin, without a trailing slash, for links that leave the page. */
  siteUrl: string;
  /** The platform's origin; differs from siteUrl on a dealership's custom domain. */
  platformUrl: string;
  anonKey: string;
  contactEmail: string;
  defaultCountry: string;
};

/**
 * The public configuration, on the server and in the browser. Throws under a root that lacks it.
 */
export function usePublicConfig(): PublicConfig {
  const config = useRouteLoaderData<PublicConfig>("root");
  if (!config) throw new Error("usePublicConfig must be used below the root route");
  return config;
}
