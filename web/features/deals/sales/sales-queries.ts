import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Sale } from "#contract/customers/deal.ts";
import { dealKeys } from "../deal-queries.ts";
import type { Period } from "./period.ts";

const SalesMonth = z.object({
  month: z.iso.date(),
  sold: z.number(),
  /** Number of sales that each figure covers. */
  sold_with_price: z.number(),
  sold_with_margin: z.number(),
  sold_with_days: z.number(),
  revenue: z.number().nullable(),
  margin: z.number().nullable(),
  days_in_all: z.number().nullable(),
  days_to_sell: z.number().nullable(),
});
export type SalesMonth = z.infer<typeof SalesMonth>;

const keys = {
  months: (person: string, { from, until }: Period) =>
    [...dealKeys.all, "months", person, from, until] as const,
  list: (person: string, { from, until }: Period) =>
    [...dealKeys.all, "list", person, from, until] as const,
  board: (person: string, { from, until }: Period) =>
    [...dealKeys.all, "board", person, from, until] as const,
};

/** Query scope; the server decides which figures the person may see. */
export type SalesScope = { supabase: SupabaseClient; person: string; period: Period };

/** Months with a sale, oldest first. Throws PostgREST's error. */
export function salesMonthsQuery({ supabase, person, period }: SalesScope) {
  return queryOptions({
    queryKey: keys.months(person, period),
    queryFn: async ({ signal }) => {
      let query = supabase
        .from("sales_by_month")
        .select(Object.keys(SalesMonth.shape).join(","))
        .order("month");
      if (period.from) query = query.gte("month", period.from);
      if (period.until) query = query.lt("month", period.until);
      const { data, error } = await query.abortSignal(signal);
      if (error) throw error;
      return z.array(SalesMonth).parse(data);
    },
  });
}

const SALE_COLUMNS = Object.keys(Sale.shape).join(",");
const PAGE_SIZE = 30;

/** Sales, newest first, paged. Throws PostgREST's error. */
export function salesQuery({ supabase, person, period }: SalesScope) {
  return infiniteQueryOptions({
    queryKey: keys.list(person, period),
    queryFn: ({ pageParam, signal }) =>
      readSales(supabase, { period, after: pageParam, limit: PAGE_SIZE, signal }),
    initialPageParam: null as Sale | null,
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1) : undefined),
  });
}

/** Supabase's maximum rows per response. */
const MAX_ROWS = 1000;

/** All sales of a period, newest first, read page by page. */
export async function readAllSales({ supabase, period }: SalesScope): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (let full = true; full; ) {
    const after = sales.at(-1) ?? null;
    const page = await readSales(supabase, { period, after, limit: MAX_ROWS });
    sales.push(...page);
    full = page.length === MAX_ROWS;
  }
  return sales;
}

type SalesRange = { period: Period; after: Sale | null; limit: number; signal?: AbortSignal };

async function readSales(
  supabase: SupabaseClient,
  { period, after, limit, signal }: SalesRange,
): Promise<Sale[]> {
  let query = supabase
    .from("sales")
    .select(SALE_COLUMNS)
    .order("day", { ascending: false })
    .order("id", { ascending: false })
    .limit(limit);
  if (period.from) query = query.gte("day", period.from);
  if (period.until) query = query.lt("day", period.until);
  if (after) {
    query = query.lte("day", after.day).or(`day.lt.${after.day},id.lt.${after.id}`);
  }
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw error;
  return z.array(Sale).parse(data);
}

const SellerLine = z.object({
  /** Null for a deleted account, and for sales without a seller. */
  seller_id: z.guid().nullable(),
  name: z.string().nullable(),
  sold: z.number(),
  /** Number of sales that the revenue covers. */
  sold_with_price: z.number(),
  revenue: z.number().nullable(),
  leads: z.number(),
  answerable: z.number(),
  answered_in_hour: z.number(),
  taps: z.number(),
  shares: z.number(),
  /** Views of pages that named this salesperson. */
  views: z.number(),
});
export type SellerLine = z.infer<typeof SellerLine>;

/** Sales and leads of each team member (rpc get_seller_board). Throws PostgREST's error. */
export function sellerBoardQuery({ supabase, person, period }: SalesScope) {
  return queryOptions({
    queryKey: keys.board(person, period),
    queryFn: async ({ signal }) => {
      const { from, until } = period;
      const { data, error } = await supabase
        .rpc("get_seller_board", {
          ...(from && { p_from: from }),
          ...(until && { p_until: until }),
        })
        .abortSignal(signal);
      if (error) throw error;
      return z.array(SellerLine).parse(data);
    },
  });
}
