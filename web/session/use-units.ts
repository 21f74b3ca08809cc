import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { standardUnits, type Units, unitsOf } from "#contract/units.ts";
import { useAuth } from "./use-auth.ts";

/**
 * The currency and the distance unit of a dealership; without its id those of the account that is
 * active, a salesperson's being their dealership's. The standard ones until they are known.
 */
export function useUnits(dealershipId?: string): Units {
  const { supabase, activeUser } = useAuth();
  const ownId = activeUser?.dealership_id ?? activeUser?.id;
  const id = dealershipId ?? ownId ?? "";
  const isSelf = id === activeUser?.id;
  const { data = standardUnits } = useQuery({
    ...unitsQuery(supabase, id),
    enabled: id !== "" && !isSelf,
  });
  return isSelf ? unitsOf(activeUser.config?.profile) : data;
}

const Row = z.object({ public_config: z.object({ profile: z.unknown() }).nullish() });

/** Throws PostgREST's error. */
function unitsQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["units", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("profiles")
        .select("public_config")
        .eq("id", dealershipId)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return unitsOf(Row.nullable().parse(data)?.public_config?.profile);
    },
    staleTime: 60_000,
  });
}
