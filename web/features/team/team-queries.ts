import type { SupabaseClient } from "@supabase/supabase-js";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { TEAM_MEMBER_COLUMNS, TeamMember } from "./team-member.ts";

export const teamKeys = {
  lists: ["team", "of"] as const,
  of: (dealershipId: string) => ["team", "of", dealershipId] as const,
  one: (dealershipId: string, id: string) => ["team", "one", dealershipId, id] as const,
};

/** A dealership's salespeople, by name (rpc get_team_members). Throws PostgREST's error. */
export function teamQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: teamKeys.of(dealershipId),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("get_team_members", { p_dealership_id: dealershipId })
        .select(TEAM_MEMBER_COLUMNS)
        .abortSignal(signal);
      if (error) throw error;
      return sortByName(z.array(TeamMember).parse(data));
    },
  });
}

/**
 * Whether a dealership's leads are assigned to its salespeople in turn. Throws PostgREST's error.
 */
export function leadRotationQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["lead-turns", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("lead_turns")
        .select("id")
        .eq("id", dealershipId)
        .abortSignal(signal);
      if (error) throw error;
      return data.length > 0;
    },
  });
}

/** A salesperson to edit, or why there is none. */
export type Salesperson =
  | { found: true; member: TeamMember }
  | { found: false; reason: "missing" | "denied" };

const FORBIDDEN = "42501";

/**
 * A salesperson of a dealership (rpc get_user_profile_by_id) (docs/product/team.md). Refetched
 * whenever the page opens, but not while it is open. Throws PostgREST's error.
 */
export function salespersonQuery(supabase: SupabaseClient, dealershipId: string, id: string) {
  return queryOptions({
    queryKey: teamKeys.one(dealershipId, id),
    queryFn: async ({ signal }): Promise<Salesperson> => {
      if (!z.guid().safeParse(id).success) return { found: false, reason: "missing" };
      const { data, error } = await supabase
        .rpc("get_user_profile_by_id", { p_user_id: id })
        .select(TEAM_MEMBER_COLUMNS)
        .abortSignal(signal);
      if (error?.code === FORBIDDEN) return { found: false, reason: "denied" };
      if (error) throw error;
      const [member] = z.array(TeamMember).parse(data);
      if (!member) return { found: false, reason: "missing" };
      const isOwn = member.dealership_id === dealershipId;
      return isOwn ? { found: true, member } : { found: false, reason: "denied" };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Reloads everything that shows the team: cards, dashboard count and administrators' lists. */
export async function refreshTeam(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: teamKeys.lists }),
    queries.invalidateQueries({ queryKey: ["team-size"] }),
    queries.invalidateQueries({ queryKey: ["accounts"] }),
  ]);
}

function sortByName(members: TeamMember[]): TeamMember[] {
  const name = ({ full_name }: TeamMember) => full_name ?? "";
  return members.sort((one, other) => name(one).localeCompare(name(other), "es"));
}
