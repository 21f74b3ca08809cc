import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

const OpenSession = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  used_at: z.string(),
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/**
 * The person's sessions, the current one first (rpc get_own_sessions). Throws PostgREST's error.
 */
export function ownSessionsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["own-sessions"],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase.rpc("get_own_sessions").abortSignal(signal);
      if (error) throw error;
      return z.array(OpenSession).parse(data);
    },
  });
}
