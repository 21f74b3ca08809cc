import { z } from "zod";

/** The body of the server function verify-custom-domain. */
export const VerifyCustomDomainInput = z.object({ profileId: z.guid() });

/**
 * The TXT record with which a domain's owner confirms that it belongs to this dealership
 * (docs/decisions/056).
 */
export function domainProof(domain: string, profileId: string): { name: string; value: string } {
  return { name: `_vitrina.${domain}`, value: `vitrina-verification=${profileId}` };
}
