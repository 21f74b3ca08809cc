import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { Lead } from "#contract/lead.ts";
import { searchFilters } from "#web/api/search-filter.ts";
import type { Profile } from "#web/session/session-user.ts";
import type { LeadFilter } from "./lead-filter.ts";

/**
 * Whose leads are shown: one column must be this id; null shows all that row security lets through.
 */
export type LeadScope = { column: "dealership_id" | "recipient_id"; id: string } | null;

/**
 * A dealership's leads are its own and its salespeople's, everybody else's are their own; an
 * administrator sees all.
 */
export function scopeOf({ id, role }: Pick<Profile, "id" | "role">): LeadScope {
  if (role === "admin") return null;
  return { column: role === "concesionario" ? "dealership_id" : "recipient_id", id };
}

/** The columns of a lead. */
export const LEAD_COLUMNS = Object.keys(Lead.shape).join(",");

const SEARCHED = { text: "lead_text", phones: ["phone", "referred_phone"] };

/** The place in the list after which a page begins. */
export type Place = Pick<Lead, "id" | "created_at">;

/** A stretch of the leads that the filter finds, newest first. Throws PostgREST's error. */
export async function readLeads(
  supabase: SupabaseClient,
  options: {
    scope: LeadScope;
    filter: LeadFilter;
    after: Place | null;
    limit: number;
    signal?: AbortSignal;
  },
): Promise<Lead[]> {
  const { scope, filter, after, limit, signal } = options;
  let query = supabase
    .from("leads")
    .select(LEAD_COLUMNS)
    .match(wishes(scope, filter))
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(limit);
  for (const words of searchFilters(filter.text, SEARCHED)) query = query.or(words);
  if (after) {
    const { id, created_at } = after;
    query = query.lte("created_at", created_at).or(`created_at.lt."${created_at}",id.lt.${id}`);
  }
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw error;
  return z.array(Lead).parse(data);
}

/** How many leads the filter finds. Throws PostgREST's error. */
export async function countLeads(
  supabase: SupabaseClient,
  scope: LeadScope,
  filter: LeadFilter,
  signal: AbortSignal,
): Promise<number> {
  let query = supabase
    .from("leads")
    .select("id", { count: "exact", head: true })
    .match(wishes(scope, filter));
  for (const words of searchFilters(filter.text, SEARCHED)) query = query.or(words);
  const { count, error } = await query.abortSignal(signal);
  if (error) throw error;
  return count ?? 0;
}

/** The columns that must be equal to something. */
function wishes(scope: LeadScope, { state, kind, seller }: LeadFilter): Record<string, string> {
  return {
    ...(scope && { [scope.column]: scope.id }),
    ...(state && { state }),
    ...(kind && { kind }),
    // A salesperson's scope is the very column of this wish.
    ...(seller && scope?.column !== "recipient_id" && { recipient_id: seller }),
  };
}
