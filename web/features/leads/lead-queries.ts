import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Lead } from "#contract/customers/lead.ts";
import { phoneSpellings } from "#contract/text/phone-spellings.ts";
import { prospectOf } from "./describe-lead.ts";
import { type LeadFilter, noLeadFilter } from "./list/lead-filter.ts";
import {
  countLeads,
  countLeadsByState,
  LEAD_COLUMNS,
  type LeadScope,
  type Place,
  readLeads,
} from "./read-leads.ts";

/** Where loaded leads are kept. */
export const leadKeys = {
  lists: ["leads", "list"] as const,
  counts: ["leads", "counts"] as const,
  one: (id: string) => ["leads", "one", id] as const,
  /** Notes that are typed and not saved yet. */
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
 * The person's own address, whether inquiries are mailed to it, and whether the mail of Monday is.
 * Throws PostgREST's error.
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

/**
 * The leads, newest first, page by page. A page begins after the last one of the page before, so
 * that new leads neither repeat nor hide any.
 */
export function leadsQuery(supabase: SupabaseClient, scope: LeadScope, filter: LeadFilter) {
  return infiniteQueryOptions({
    queryKey: [...leadKeys.lists, scope, filter],
    queryFn: ({ signal, pageParam }) =>
      readLeads(supabase, { scope, filter, after: pageParam, limit: PAGE_SIZE, signal }),
    initialPageParam: null as Place | null,
    getNextPageParam: (page): Place | undefined =>
      page.length === PAGE_SIZE ? page.at(-1) : undefined,
    placeholderData: keepPreviousData,
  });
}

/** One lead; null when there is none, or none that the person may see. Throws PostgREST's error. */
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

/**
 * How many leads the filter finds of each state, whatever state it asks for itself. Throws
 * PostgREST's error.
 */
export function leadCountsQuery(supabase: SupabaseClient, scope: LeadScope, filter: LeadFilter) {
  return queryOptions({
    queryKey: [...leadKeys.counts, scope, { ...filter, state: null }],
    queryFn: ({ signal }) => countLeadsByState(supabase, scope, filter, signal),
    placeholderData: keepPreviousData,
  });
}

const REFRESH_MILLISECONDS = 60_000;

/**
 * How many leads nobody has attended to; asked again every minute while somebody looks. Throws
 * PostgREST's error.
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
 * The newest lead that waits for this person's answer; asked for again with the counts. Throws
 * PostgREST's error.
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

/** How many open leads have their next step today or had it before. Throws PostgREST's error. */
export function dueLeadCountQuery(supabase: SupabaseClient, scope: LeadScope) {
  return queryOptions({
    queryKey: [...leadKeys.counts, "due", scope],
    queryFn: ({ signal }) => countLeads(supabase, scope, { ...noLeadFilter, due: true }, signal),
  });
}

const MOST_OF_A_PERSON = 20;

/**
 * The other leads of the same person, newest first: with the same phone or e-mail. Throws
 * PostgREST's error.
 */
export function personQuery(supabase: SupabaseClient, scope: LeadScope, lead: Lead) {
  const { phone, email } = prospectOf(lead);
  const phones = (phone ? phoneSpellings(phone) : []).map(quote).join(",");
  const same = [
    ...(phones ? [`phone.in.(${phones})`, `referred_phone.in.(${phones})`] : []),
    // `ilike` compares without case.
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
        .limit(MOST_OF_A_PERSON)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(Lead).parse(data);
    },
    enabled: same !== "",
  });
}

/** A value as PostgREST's `or` reads it, whatever signs it has. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

const OtherVehicle = z.object({
  id: z.guid(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
});

/**
 * Three vehicles like one that is sold (rpc get_similar_vehicles). Throws PostgREST's error.
 */
export function otherVehiclesQuery(supabase: SupabaseClient, vehicleId: string) {
  return queryOptions({
    queryKey: ["leads", "others", vehicleId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("get_similar_vehicles", { p_vehicle_id: vehicleId })
        .select("id,brand,model,year")
        .abortSignal(signal);
      if (error) throw error;
      return z.array(OtherVehicle).parse(data);
    },
  });
}
