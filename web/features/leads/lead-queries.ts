import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Lead } from "#contract/customers/lead.ts";
import { phoneSpellings } from "#contract/text/phone-spellings.ts";
import { prospectOf } from "./describe-lead.ts";
import { type LeadFilter, noLeadFilter } from "./list/lead-filter.ts";
import {
  type Cursor,
  countLeads,
  countLeadsByState,
  LEAD_COLUMNS,
  type LeadScope,
  readLeads,
} from "./read-leads.ts";

export const leadKeys = {
  lists: ["leads", "list"] as const,
  counts: ["leads", "counts"] as const,
  one: (id: string) => ["leads", "one", id] as const,
  /** Notes that are typed but not saved. */
  drafts: ["leads", "draft"] as const,
  draft: (id: string) => ["leads", "draft", id] as const,
};

const PAGE_SIZE = 50;

const Mailbox = z.object({
  email: z.string().nullable(),
  is_proven: z.boolean(),
  wants_weekly: z.boolean(),
});

/**
 * The person's e-mail, and whether inquiries and the weekly mail are sent to it. Throws PostgREST's
 * error.
 */
export function ownMailboxQuery(supabase: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: ["leads", "mailbox", userId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase.rpc("get_own_mailbox").abortSignal(signal).single();
      if (error) throw error;
      return Mailbox.parse(data);
    },
  });
}

/** Leads, newest first, paged by cursor so that new leads cause neither repeats nor gaps. */
export function leadsQuery(supabase: SupabaseClient, scope: LeadScope, filter: LeadFilter) {
  return infiniteQueryOptions({
    queryKey: [...leadKeys.lists, scope, filter],
    queryFn: ({ signal, pageParam }) =>
      readLeads(supabase, { scope, filter, after: pageParam, limit: PAGE_SIZE, signal }),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | undefined =>
      page.length === PAGE_SIZE ? page.at(-1) : undefined,
    placeholderData: keepPreviousData,
  });
}

/** A lead; null if it does not exist or the person may not see it. Throws PostgREST's error. */
export function leadQuery(supabase: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: leadKeys.one(id),
    queryFn: async ({ signal }) => {
      if (!Lead.shape.id.safeParse(id).success) return null;
      const { data, error } = await supabase
        .from("leads")
        .select(LEAD_COLUMNS)
        .eq("id", id)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return Lead.nullable().parse(data);
    },
  });
}

/** Leads by state for the current filter, ignoring its state. Throws PostgREST's error. */
export function leadCountsQuery(supabase: SupabaseClient, scope: LeadScope, filter: LeadFilter) {
  return queryOptions({
    queryKey: [...leadKeys.counts, scope, { ...filter, state: null }],
    queryFn: ({ signal }) => countLeadsByState(supabase, scope, filter, signal),
    placeholderData: keepPreviousData,
  });
}

const REFRESH_MILLISECONDS = 60_000;

/**
 * Number of unanswered leads, refetched every minute while the page is visible. Throws PostgREST's
 * error.
 */
export function newLeadCountQuery(supabase: SupabaseClient, scope: LeadScope) {
  return queryOptions({
    queryKey: [...leadKeys.counts, "new", scope],
    queryFn: ({ signal }) =>
      countLeads(supabase, scope, { ...noLeadFilter, state: "Nuevo" }, signal),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/**
 * The newest lead that awaits this person's reply; refetched with the counts. Throws PostgREST's
 * error.
 */
export function waitingLeadQuery(supabase: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: [...leadKeys.counts, "waiting", userId],
    queryFn: async ({ signal }) => {
      const scope = { column: "recipient_id", id: userId } as const;
      const filter = { ...noLeadFilter, state: "Nuevo" } as const;
      const [lead] = await readLeads(supabase, { scope, filter, after: null, limit: 1, signal });
      return lead ?? null;
    },
  });
}

/** Number of open leads with a next step that is due. Throws PostgREST's error. */
export function dueLeadCountQuery(supabase: SupabaseClient, scope: LeadScope) {
  return queryOptions({
    queryKey: [...leadKeys.counts, "due", scope],
    queryFn: ({ signal }) => countLeads(supabase, scope, { ...noLeadFilter, due: true }, signal),
  });
}

const MAX_RELATED_LEADS = 20;

/** Other leads with the same phone or e-mail, newest first. Throws PostgREST's error. */
export function relatedLeadsQuery(supabase: SupabaseClient, scope: LeadScope, lead: Lead) {
  const { phone, email } = prospectOf(lead);
  const phones = (phone ? phoneSpellings(phone) : []).map(quote).join(",");
  const same = [
    ...(phones ? [`phone.in.(${phones})`, `referred_phone.in.(${phones})`] : []),
    // `ilike` ignores case.
    ...(email ? [`email.ilike.${quote(email.replaceAll(/[%_*\\]/g, "\\$&"))}`] : []),
  ].join(",");
  return queryOptions({
    queryKey: [...leadKeys.one(lead.id), "person", scope, same],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("leads")
        .select(LEAD_COLUMNS)
        .match(scope ? { [scope.column]: scope.id } : {})
        .neq("id", lead.id)
        .or(same)
        .order("created_at", { ascending: false })
        .limit(MAX_RELATED_LEADS)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(Lead).parse(data);
    },
    enabled: same !== "",
  });
}

/** Quotes a value for PostgREST's `or`. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

const SimilarVehicle = z.object({
  id: z.guid(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
});

/** Three vehicles similar to a sold one (rpc get_similar_vehicles). Throws PostgREST's error. */
export function similarVehiclesQuery(supabase: SupabaseClient, vehicleId: string) {
  return queryOptions({
    queryKey: ["leads", "others", vehicleId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("get_similar_vehicles", { p_vehicle_id: vehicleId })
        .select("id,brand,model,year")
        .abortSignal(signal);
      if (error) throw error;
      return z.array(SimilarVehicle).parse(data);
    },
  });
}
