import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";

/** Query key. */
export const figureViewerKey = (salespersonId: string) => ["figure-viewer", salespersonId] as const;

/** Whether a salesperson can see the dealership's figures. Throws PostgREST's error. */
export function figureViewerQuery(supabase: SupabaseClient, salespersonId: string) {
  return queryOptions({
    queryKey: figureViewerKey(salespersonId),
    queryFn: async ({ signal }) => {
      const { count, error } = await supabase
        .from("figure_viewers")
        .select("id", { count: "exact", head: true })
        .eq("id", salespersonId)
        .abortSignal(signal);
      if (error) throw error;
      return count === 1;
    },
    staleTime: 60_000,
  });
}
