import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { Lead, LeadState } from "#contract/customers/lead.ts";
import { todayHere, zoneHere } from "#contract/dealership-day.ts";
import { searchFilters, searchPatterns } from "#web/api/search-filter.ts";
import { ownUnits } from "#web/session/dealership/use-units.ts";
import type { Profile } from "#web/session/session-user.ts";
import type { LeadFilter } from "./list/lead-filter.ts";

/**
 * Whose leads are shown: one column must be this id; null shows all that row security lets through.
 * A next step is due by the calendar of `zone`.
 */
export type LeadScope = {
  column: "dealership_id" | "recipient_id";
  id: string;
  zone?: string;
} | null;

/**
 * A dealership's leads are its own and its salespeople's, everybody else's are their own; an
 * administrator sees all.
 */
export function scopeOf(profile: Profile): LeadScope {
  const { id, role } = profile;
  if (role === "admin") return null;
  const zone = zoneHere(ownUnits(profile));
  return { column: role === "concesionario" ? "dealership_id" : "recipient_id", id, zone };
}

/** The columns of a lead, with the state and cover of its vehicle. */
export const LEAD_COLUMNS = Object.keys(Lead.shape)
  .map((name) => (name === "vehicle" ? "vehicle:vehicles(status,cover:images->>0)" : name))
  .join(",");

const SEARCHED = { text: "lead_text", phones: ["phone", "referred_phone"] };

/** Of a lead that has ended no next step is due. */
export const OPEN_STATES: LeadState[] = ["Nuevo", "En atención"];

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
  if (!scope) return readPlatformLeads(supabase, options);
  let query = supabase
    .from("leads")
    .select(LEAD_COLUMNS)
    .match(wishes(scope, filter))
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(limit);
  if (filter.due) query = query.lte("next_step_on", todayHere(scope)).in("state", OPEN_STATES);
  for (const words of searchFilters(filter.text, SEARCHED)) query = query.or(words);
  if (after) {
    const { id, created_at } = after;
    query = query.lte("created_at", created_at).or(`created_at.lt."${created_at}",id.lt.${id}`);
  }
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw error;
  return z.array(Lead).parse(data);
}

/** The same of the whole platform (rpc search_platform_leads, admins only). */
async function readPlatformLeads(
  supabase: SupabaseClient,
  { filter, after, limit, signal }: Parameters<typeof readLeads>[1],
): Promise<Lead[]> {
  const query = supabase
    .rpc("search_platform_leads", {
      ...platformWishes(filter),
      ...(after && { p_before: after.created_at, p_before_id: after.id }),
      p_limit: limit,
    })
    .select(LEAD_COLUMNS);
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw error;
  return z.array(Lead).parse(data);
}

/** How many leads the filter finds; beyond 10,000 about how many. Throws PostgREST's error. */
export async function countLeads(
  supabase: SupabaseClient,
  scope: LeadScope,
  filter: LeadFilter,
  signal: AbortSignal,
): Promise<number> {
  if (!scope) {
    const wishes = platformWishes(filter);
    const query = supabase.rpc("count_platform_leads", wishes).abortSignal(signal);
    const { data, error } = await query;
    if (error) throw error;
    return z.number().parse(data);
  }
  let query = supabase
    .from("leads")
    .select("id", { count: "estimated", head: true })
    .match(wishes(scope, filter));
  if (filter.due) query = query.lte("next_step_on", todayHere(scope)).in("state", OPEN_STATES);
  for (const words of searchFilters(filter.text, SEARCHED)) query = query.or(words);
  const { count, error } = await query.abortSignal(signal);
  if (error) throw error;
  return count ?? 0;
}

const StateCount = z.object({ state: LeadState, leads: z.number() });

/**
 * The number of leads in each state that the filter finds, whatever state it asks for itself; on the
 * whole platform rounded beyond 10,000. Throws PostgREST's error.
 */
export async function countLeadsByState(
  supabase: SupabaseClient,
  scope: LeadScope,
  filter: LeadFilter,
  signal: AbortSignal,
): Promise<Map<LeadState, number>> {
  const { p_state: _, ...wishes } = platformWishes(filter);
  const query = scope
    ? supabase.rpc("count_leads_by_state", {
        ...wishes,
        ...(scope.column === "dealership_id"
          ? { p_dealership_id: scope.id }
          : { p_recipient_id: scope.id }),
        ...(filter.due && { p_due_on: todayHere(scope) }),
      })
    : supabase.rpc("count_platform_leads_by_state", wishes);
  const { data, error } = await query.abortSignal(signal);
  if (error) throw error;
  const counts = new Map<LeadState, number>(LeadState.options.map((state) => [state, 0]));
  for (const { state, leads } of z.array(StateCount).parse(data)) counts.set(state, leads);
  return counts;
}

/** The arguments of the functions for administrators. */
function platformWishes({ state, kind, seller, text }: LeadFilter) {
  return {
    p_patterns: searchPatterns(text),
    p_state: state,
    p_kind: kind,
    p_recipient_id: seller,
  };
}

/** The columns that must be equal to something. */
function wishes(
  scope: NonNullable<LeadScope>,
  { state, kind, seller }: LeadFilter,
): Record<string, string> {
  return {
    [scope.column]: scope.id,
    ...(state && { state }),
    ...(kind && { kind }),
    // A salesperson's scope is the very column of this wish.
    ...(seller && scope.column !== "recipient_id" && { recipient_id: seller }),
  };
}
