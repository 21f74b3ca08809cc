import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { standardUnits, type Units, unitsOf } from "#contract/units.ts";
import type { Profile } from "../session-user.ts";
import { useAuth } from "../use-auth.ts";

const ofAll = ["units"];
const unitsKey = (dealershipId: string) => [...ofAll, dealershipId];

/**
 * The currency and the distance unit of a dealership; without its id those of the account that is
 * active, a salesperson's being their dealership's. They come with the session, and for an
 * administrator with the vehicle, so that nothing is drawn before they are known. Every cell of a
 * list asks for them, so that it must cost nothing: it observes no query.
 */
export function useUnits(dealershipId?: string): Units {
  const { activeUser } = useAuth();
  const queries = useQueryClient();
  const ownId = activeUser?.dealership_id ?? activeUser?.id;
  if (dealershipId === undefined || dealershipId === ownId) return ownUnits(activeUser);
  return queries.getQueryData<Units>(unitsKey(dealershipId)) ?? standardUnits;
}

const unitsOfAccounts = new WeakMap<Profile, Units>();

/** What the inventory of an account is counted in; worked out once for each that is loaded. */
export function ownUnits(account: Profile | null): Units {
  if (!account) return standardUnits;
  const known = unitsOfAccounts.get(account);
  if (known) return known;
  const units = unitsOf(account.dealership_id ? account.employer : account.config?.profile);
  unitsOfAccounts.set(account, units);
  return units;
}

/** Keeps what the vehicles of a dealership are counted in that is not the person's own. */
export function keepUnits(queries: QueryClient, dealershipId: string, units: Units): void {
  queries.setQueryDefaults(ofAll, { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(unitsKey(dealershipId), units);
}
