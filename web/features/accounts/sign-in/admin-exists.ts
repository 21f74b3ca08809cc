import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/** Whether the first admin has been made (rpc admin_exists, open to anyone). */
export function adminExistsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["accounts", "admin-exists"],
    queryFn: async () => {
      const { data, error } = await supabase.rpc("admin_exists");
      if (error) throw error;
      return z.boolean().parse(data);
    },
  });
}
