import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { EditUserForm } from "#contract/accounts/account-inputs.ts";
import { AccountRole } from "#contract/accounts/account-inputs.ts";
import { ACCOUNT_COLUMNS, Account, accountKeys } from "../directory/account-list.ts";

/**
 * One account (rpc get_user_profile_by_id); null if it does not exist. Cached per `use`. Throws
 * PostgREST's error.
 */
export function accountQuery(supabase: SupabaseClient, id: string, use: "edit" | "impersonate") {
  return queryOptions({
    queryKey: [...accountKeys.all, use, id],
    queryFn: async ({ signal }) => {
      if (!z.guid().safeParse(id).success) return null;
      const { data, error } = await supabase
        .rpc("get_user_profile_by_id", { p_user_id: id })
        .select(ACCOUNT_COLUMNS)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return Account.nullable().parse(data);
    },
  });
}

/** Form values of an account; features are on unless switched off (docs/product/admin.md). */
export function formValuesOf(account: Account): EditUserForm {
  const features = account.config?.features;
  return {
    fullName: account.full_name ?? "",
    email: account.email ?? "",
    role: AccountRole.catch("vendedor").parse(account.role),
    isActive: account.is_active === true,
    dealershipId: account.dealership_id ?? "",
    canAddVehicles: features?.canAddVehicles !== false,
    canEditPublicPage: features?.canEditPublicPage !== false,
    newPassword: "",
  };
}
