import { z } from "zod";

/** What verify-custom-domain takes: whose domain is to be looked up. */
export const VerifyCustomDomainInput = z.object({ profileId: z.guid() });

/**
 * The TXT record by which the owner of a domain says that it belongs to this dealership
 * (docs/decisions/056).
 */
export function domainProof(domain: string, profileId: string): { name: string; value: string } {
  return { name: `_vitrina.${domain}`, value: `vitrina-verification=${profileId}` };
}
