import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { Lead, LeadState } from "#contract/customers/lead.ts";
import { todayHere, zoneHere } from "#contract/dealership-day.ts";
import { searchFilters, searchPatterns } from "#web/api/search-filter.ts";
import { ownUnits } from "#web/session/dealership/use-units.ts";
import type { Profile } from "#web/session/session-user.ts";
import type { LeadFilter } from "./list/lead-filter.ts";

/**
 * Restricts leads to rows where `column` equals `id`; null for everything that row security allows.
 * `zone` decides when a next step is due.
 */
export type LeadScope = {
  column: "dealership_id" | "recipient_id";
  id: string;
  zone?: string;
} | null;

/**
 * A dealership sees its own leads and its salespeople's, other people see theirs, an administrator
 * sees all.
 */
export function leadScopeOf(profile: Profile): LeadScope {
  const { id, role } = profile;
  if (role === "admin") return null;
  const zone = zoneHere(ownUnits(profile));
  return { column: role === "concesionario" ? "dealership_id" : "recipient_id", id, zone };
}

/** The columns of a lead, with its vehicle's status and cover. */
export const LEAD_COLUMNS = Object.keys(Lead.shape)
  .map((name) => (name === "vehicle" ? "vehicle:vehicles(status,cover:images->>0)" : name))
  .join(",");

const SEARCHED = { text: "lead_text", phones: ["phone", "referred_phone"] };

/** A next step is due only in these states. */
export const OPEN_STATES: LeadState[] = ["Nuevo", "En atención"];

/** Cursor: a page starts after this lead. */
export type Cursor = Pick<Lead, "id" | "created_at">;

/** A page of leads that match the filter, newest first. Throws PostgREST's error. */
export async function readLeads(
  supabase: SupabaseClient,
  options: {
    scope: LeadScope;
    filter: LeadFilter;
    after: Cursor | null;
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

/** As readLeads, for the whole platform (rpc search_platform_leads, administrators only). */
async function readPlatformLeads(
  supabase: SupabaseClient,
  { filter, after, limit, signal }: Parameters<typeof readLeads>[1],
): Promise<Lead[]> {
  const query = supabase
    .rpc("search_platform_leads", {
      ...platformArguments(filter),
      ...(after && { p_before: after.created_at, p_before_id: after.id }),
      p_limit: limit,
    })
    .select(LEAD_COLUMNS);
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw error;
  return z.array(Lead).parse(data);
}

/** Number of leads that match the filter; an estimate beyond 10,000. Throws PostgREST's error. */
export async function countLeads(
  supabase: SupabaseClient,
  scope: LeadScope,
  filter: LeadFilter,
  signal: AbortSignal,
): Promise<number> {
  if (!scope) {
    const equalityFilters = platformArguments(filter);
    const query = supabase.rpc("count_platform_leads", equalityFilters).abortSignal(signal);
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
 * Leads by state for the filter, ignoring its own state; rounded beyond 10,000 on the whole
 * platform. Throws PostgREST's error.
 */
export async function countLeadsByState(
  supabase: SupabaseClient,
  scope: LeadScope,
  filter: LeadFilter,
  signal: AbortSignal,
): Promise<Map<LeadState, number>> {
  const { p_state: _, ...wishes } = platformArguments(filter);
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

/** Arguments of the SQL functions for administrators. */
function platformArguments({ state, kind, seller, text }: LeadFilter) {
  return {
    p_patterns: searchPatterns(text),
    p_state: state,
    p_kind: kind,
    p_recipient_id: seller,
  };
}

/** Equality filters of the scope and the filter. */
function wishes(
  scope: NonNullable<LeadScope>,
  { state, kind, seller }: LeadFilter,
): Record<string, string> {
  return {
    [scope.column]: scope.id,
    ...(state && { state }),
    ...(kind && { kind }),
    // A salesperson's scope already filters this column.
    ...(seller && scope.column !== "recipient_id" && { recipient_id: seller }),
  };
}
