import { usePublicConfig } from "#web/session/public-config.ts";

/**
 * The address of a dealership's page at its own domain, and the host name that the domain must lead
 * to: the platform's.
 */
export function useOwnHost(domain: string): { address: string; target: string } {
  const { protocol, port, hostname } = new URL(usePublicConfig().siteUrl);
  return { address: `${protocol}//${domain}${port && `:${port}`}`, target: hostname };
}
