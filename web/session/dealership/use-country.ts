import { usePublicConfig } from "#web/api/site-config.ts";
import { useAuth } from "../use-auth.ts";

/** The country in which the active account's dealership types its phones. */
export function useCountry(): string {
  const { activeUser } = useAuth();
  const { defaultCountry } = usePublicConfig();
  const chosen = activeUser?.dealership_id
    ? activeUser.employer?.country
    : activeUser?.config?.profile?.country;
  return chosen || defaultCountry;
}
