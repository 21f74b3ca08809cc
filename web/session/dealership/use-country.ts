import { usePublicConfig } from "#web/api/site-config.ts";
import { useAuth } from "../use-auth.ts";

/** The country that phones are typed for: that of the active account's dealership. */
export function useCountry(): string {
  const { activeUser } = useAuth();
  const { defaultCountry } = usePublicConfig();
  const chosen = activeUser?.dealership_id
    ? activeUser.employer?.country
    : activeUser?.config?.profile?.country;
  return chosen || defaultCountry;
}
