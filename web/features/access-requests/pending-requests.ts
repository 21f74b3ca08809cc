import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { AccessRequest } from "#contract/accounts/access-request.ts";

/**
 * Pending requests, newest first (docs/product/accounts.md). Row security returns them to
 * administrators only.
 */
export function pendingRequestsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["access-requests", "pending"],
    queryFn: async () => {
      const { data, error } = await supabase
        .from("access_requests")
        .select("id,name,phone,email,account_type,message,status,created_at")
        .eq("status", "pending")
        .order("created_at", { ascending: false });
      if (error) throw error;
      return z.array(AccessRequest).parse(data);
    },
  });
}
