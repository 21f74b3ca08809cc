import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { AuditAction, type AuditFilter, NOT_IMPERSONATED, timeRangeOf } from "./audit-filter.ts";

const Line = z.object({
  id: z.number(),
  at: z.string(),
  actor_id: z.string(),
  impersonated_id: z.string().nullable(),
  action: AuditAction,
  table_name: z.string(),
  row_id: z.string(),
  difference: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
});
type Line = z.infer<typeof Line>;

/**
 * A write by an administrator, with or without impersonation. `about` is the ID of the account or
 * request that it changed.
 */
export type AuditEntry = Line & { about: string | null };

const COLUMNS = Object.keys(Line.shape).join(",");
const PAGE_SIZE = 50;

/** Cursor: a page starts after this entry. */
type Cursor = Pick<AuditEntry, "id" | "at">;

/**
 * The log, newest first. Pages continue after the last entry, so that new entries cause neither
 * repeats nor gaps. Row security returns it to administrators only. Throws PostgREST's error.
 */
export function auditLogQuery(supabase: SupabaseClient, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ["audit-log", "entries", filter],
    queryFn: async ({ signal, pageParam: after }) => {
      const { first, before } = timeRangeOf(filter);
      let query = supabase
        .from("audit_log")
        .select(COLUMNS)
        .order("at", { ascending: false })
        .order("id", { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal);
      if (filter.actor) query = query.eq("actor_id", filter.actor);
      if (filter.impersonated === NOT_IMPERSONATED) query = query.is("impersonated_id", null);
      else if (filter.impersonated) query = query.eq("impersonated_id", filter.impersonated);
      if (filter.action) query = query.eq("action", filter.action);
      if (first) query = query.gte("at", first);
      if (before) query = query.lt("at", before);
      if (after) {
        query = query.lte("at", after.at).or(`at.lt."${after.at}",id.lt.${after.id}`);
      }
      const { data, error } = await query;
      if (error) throw error;
      const lines = z.array(Line).parse(data);
      const names = await readNames(supabase, lines, signal);
      return lines.map(
        (line): AuditEntry => ({ ...line, about: names.get(aboutOf(line)) ?? null }),
      );
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { id: last.id, at: last.at } : undefined;
    },
  });
}

/** The account or request of an entry; for a second factor, its owner. */
function aboutOf({ table_name, row_id, difference }: Line): string {
  const { old, new: added } = difference.user_id ?? {};
  return table_name === "mfa_factors" ? String(added ?? old) : row_id;
}

const Named = z.array(z.object({ id: z.string(), name: z.string().nullable() }));

/** Names of the people in these entries. Throws PostgREST's error. */
async function readNames(supabase: SupabaseClient, lines: Line[], signal: AbortSignal) {
  const about = (...tables: string[]) => [
    ...new Set(lines.filter(({ table_name }) => tables.includes(table_name)).map(aboutOf)),
  ];
  const read = async (table: string, column: string, ids: string[]) => {
    if (ids.length === 0) return [];
    const { data, error } = await supabase
      .from(table)
      .select(`id,name:${column}`)
      .in("id", ids)
      .abortSignal(signal);
    if (error) throw error;
    return Named.parse(data);
  };
  const people = await Promise.all([
    read("profiles", "full_name", about("profiles", "users", "mfa_factors")),
    read("access_requests", "name", about("access_requests")),
  ]);
  return new Map(people.flat().map(({ id, name }) => [id, name]));
}

/** A person in the log; the name is null after the account was deleted. */
export const AuditPerson = z.object({
  id: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  is_actor: z.boolean(),
  is_impersonated: z.boolean(),
});
export type AuditPerson = z.infer<typeof AuditPerson>;

/**
 * All people in the log (rpc get_audit_log_people, administrators only). Throws PostgREST's error.
 */
export function auditPeopleQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["audit-log", "people"],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase.rpc("get_audit_log_people").abortSignal(signal);
      if (error) throw error;
      return z.array(AuditPerson).parse(data);
    },
  });
}

/** Display name of a person in the log. */
export function personName(people: AuditPerson[], id: string): string {
  const person = people.find((one) => one.id === id);
  return person?.full_name || person?.email || `Cuenta eliminada (${id.slice(0, 8)})`;
}
