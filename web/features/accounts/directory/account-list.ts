import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { AccountRole } from "#contract/accounts/account-inputs.ts";
import { searchFilters } from "#web/api/search-filter.ts";
import { PROFILE_COLUMNS, Profile } from "#web/session/session-user.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import type { AccountFilter, AccountState } from "./account-filter.ts";

/** Query keys; invalidating `all` refreshes every list, count and page. */
export const accountKeys = {
  all: ["accounts"] as const,
  lists: ["accounts", "list"] as const,
};

/**
 * An account as listed for administrators: a salesperson with the dealership's name, an applicant
 * with the requested role.
 */
export const Account = Profile.extend({
  dealership: z.object({ full_name: z.string().nullable() }).nullish(),
  asked_role: z.string().nullish(),
});
export type Account = z.infer<typeof Account>;

/** Profile columns, the dealership's name, and the role of the pending request. */
export const ACCOUNT_COLUMNS = `${PROFILE_COLUMNS},dealership:dealership_id(full_name),asked_role`;

/** Filters by status: an applicant is neither active nor inactive until the decision. */
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

/** An applicant is filtered by the requested role, which is also the one shown. */
const roleFilter = (role: AccountRole) =>
  `asked_role.eq.${role},and(asked_role.is.null,role.eq.${role})`;

/** A page of accounts and the total count. */
export type AccountPage = { accounts: Account[]; total: number };

const PAGE_SIZE = 50;

/**
 * Filtered accounts, paged (rpc get_user_profiles_with_vehicle_counts, administrators only). Throws
 * PostgREST's error.
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

/** Merges the loaded pages without duplicates, sorted by name (docs/product/admin.md). */
export function joinPages(pages: AccountPage[]): Account[] {
  const accounts = new Map(pages.flatMap((page) => page.accounts).map((one) => [one.id, one]));
  const name = (account: Account) => account.full_name ?? "";
  return [...accounts.values()].sort((one, other) => name(one).localeCompare(name(other), "es"));
}

/** Total and active accounts; applicants count as inactive. Throws PostgREST's error. */
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

/** "1 vehículo", "12,345 vehículos". */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
