import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { AccountRole } from "#contract/accounts/account-inputs.ts";
import { searchFilters } from "#web/api/search-filter.ts";
import { PROFILE_COLUMNS, Profile } from "#web/session/session-user.ts";
import { groupDigits } from "#web/ui/fields/group-digits.ts";
import type { AccountFilter, AccountState } from "./account-filter.ts";

/** Where loaded accounts are kept; invalidating `all` refreshes every list, figure and page. */
export const accountKeys = {
  all: ["accounts"] as const,
  lists: ["accounts", "list"] as const,
};

/**
 * An account as an admin's lists show it; a vendedor with the name of their dealership, an
 * applicant with the role that the pending request asks for.
 */
export const Account = Profile.extend({
  dealership: z.object({ full_name: z.string().nullable() }).nullish(),
  asked_role: z.string().nullish(),
});
export type Account = z.infer<typeof Account>;

/**
 * The columns of a profile, the dealership's name, and what the account's pending request asks for.
 */
export const ACCOUNT_COLUMNS = `${PROFILE_COLUMNS},dealership:dealership_id(full_name),asked_role`;

/**
 * What is asked of the accounts in a state: an applicant is neither active nor inactive before the
 * decision.
 */
const stateFilters: Record<AccountState, readonly [string, string, string][]> = {
  activo: [
    ["asked_role", "is", "null"],
    ["is_active", "eq", "true"],
  ],
  inactivo: [
    ["asked_role", "is", "null"],
    ["is_active", "eq", "false"],
  ],
  pendiente: [["asked_role", "not.is", "null"]],
};

/**
 * An applicant is listed under the role that the request asks for, which is the one that the list
 * shows.
 */
const roleFilter = (role: AccountRole) =>
  `asked_role.eq.${role},and(asked_role.is.null,role.eq.${role})`;

/** One page of accounts and how many there are in all. */
export type AccountPage = { accounts: Account[]; total: number };

const PAGE_SIZE = 50;

/**
 * The accounts that the filter lets through, by name, page by page (rpc
 * get_user_profiles_with_vehicle_counts, admins only). Throws PostgREST's error.
 */
export function accountListQuery(supabase: SupabaseClient, filter: AccountFilter) {
  return infiniteQueryOptions({
    queryKey: [...accountKeys.lists, filter],
    queryFn: async ({ signal, pageParam }): Promise<AccountPage> => {
      let query = supabase
        .rpc("get_user_profiles_with_vehicle_counts", {}, { count: "exact" })
        .select(ACCOUNT_COLUMNS)
        .range(pageParam, pageParam + PAGE_SIZE - 1)
        .abortSignal(signal);
      for (const words of searchFilters(filter.text, searched)) query = query.or(words);
      if (filter.role) query = query.or(roleFilter(filter.role));
      for (const asked of filter.state ? stateFilters[filter.state] : []) query.filter(...asked);
      const { data, count, error } = await query;
      if (error) throw error;
      const accounts = z.array(Account).parse(data);
      return { accounts, total: count ?? accounts.length };
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { accounts }) => sum + accounts.length, 0);
      return loaded < total && pages.at(-1)?.accounts.length ? loaded : undefined;
    },
  });
}

/** The loaded pages as one list, each account once, sorted by name (docs/product/admin.md). */
export function joinPages(pages: AccountPage[]): Account[] {
  const accounts = new Map(pages.flatMap((page) => page.accounts).map((one) => [one.id, one]));
  const name = (account: Account) => account.full_name ?? "";
  return [...accounts.values()].sort((one, other) => name(one).localeCompare(name(other), "es"));
}

/**
 * How many accounts there are in all, and how many of them are active; an applicant is among the
 * inactive ones. Throws PostgREST's error.
 */
export function accountCountsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: [...accountKeys.all, "counts"],
    queryFn: async ({ signal }) => {
      const count = async (isActive: string) => {
        const { count: found, error } = await supabase
          .rpc("get_user_profiles_with_vehicle_counts", {}, { count: "exact" })
          .select("id")
          .eq("is_active", isActive)
          .limit(1)
          .abortSignal(signal);
        if (error) throw error;
        return found ?? 0;
      };
      const [active, inactive] = await Promise.all([count("true"), count("false")]);
      return { total: active + inactive, active, inactive };
    },
  });
}

const searched = { text: "account_text", phones: ["phone"] };

/** A number with its noun: "1 vehículo", "12,345 vehículos". */
export function formatCount(count: number, one: string, many: string): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}
