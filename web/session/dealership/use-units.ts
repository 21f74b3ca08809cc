import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { defaultUnits, type Units, unitsOf } from "#contract/units.ts";
import type { Profile } from "../session-user.ts";
import { useAuth } from "../use-auth.ts";

const ofAll = ["units"];
const unitsKey = (dealershipId: string) => [...ofAll, dealershipId];

/**
 * The currency and distance unit of a dealership; by default those of the active account, which for
 * a salesperson are their dealership's. They are loaded with the session, or for an administrator
 * with the vehicle, so nothing renders without them. Every list cell calls this, so it must be
 * cheap: it observes no query.
 */
export function useUnits(dealershipId?: string): Units {
  const { activeUser } = useAuth();
  const queries = useQueryClient();
  const ownId = activeUser?.dealership_id ?? activeUser?.id;
  if (dealershipId === undefined || dealershipId === ownId) return ownUnits(activeUser);
  return queries.getQueryData<Units>(unitsKey(dealershipId)) ?? defaultUnits;
}

const unitsOfAccounts = new WeakMap<Profile, Units>();

/** The units of an account's inventory, computed once per loaded account. */
export function ownUnits(account: Profile | null): Units {
  if (!account) return defaultUnits;
  const known = unitsOfAccounts.get(account);
  if (known) return known;
  const units = unitsOf(account.dealership_id ? account.employer : account.config?.profile);
  unitsOfAccounts.set(account, units);
  return units;
}

/** Caches the units of a dealership that is not the person's own. */
export function cacheUnits(queries: QueryClient, dealershipId: string, units: Units): void {
  queries.setQueryDefaults(ofAll, { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(unitsKey(dealershipId), units);
}
