import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { SqlPool } from "../backend/src/postgres/pool.ts";
import { createPrepareRequest } from "../backend/src/rest/prepare-request.ts";
import { loadSchemaCache } from "../backend/src/rest/schema-cache/load-schema-cache.ts";
import type { SchemaCache } from "../backend/src/rest/schema-cache/schema-cache.ts";
import type { AnonymousRest } from "../web/api/read-public-rows.ts";
import { noAccountFilter } from "../web/features/accounts/directory/account-filter.ts";
import {
  accountCountsQuery,
  accountListQuery,
} from "../web/features/accounts/directory/account-list.ts";
import { noAuditFilter } from "../web/features/audit/audit-filter.ts";
import { auditLogQuery } from "../web/features/audit/audit-log.ts";
import { leadCountsQuery, leadsQuery } from "../web/features/leads/lead-queries.ts";
import { noLeadFilter } from "../web/features/leads/list/lead-filter.ts";
import { readInventorySearch } from "../web/features/platform-inventory/inventory-search.ts";
import {
  platformCountQuery,
  platformTotalsQuery,
  platformVehiclesQuery,
} from "../web/features/platform-inventory/platform-vehicles.ts";
import { loadPublicSeller } from "../web/features/sellers/load-public-seller.ts";
import { PublicSeller, SELLER_COLUMNS } from "../web/features/sellers/public-seller.ts";
import { countPublicPages, loadPublicPages } from "../web/features/sitemap/load-public-pages.ts";
import { loadLanding } from "../web/features/storefronts/load-storefront.ts";
import { teamQuery } from "../web/features/team/team-queries.ts";
import { CARD_COLUMNS, CardVehicle } from "../web/features/vehicles/card-vehicle.ts";
import { readListingSearch } from "../web/features/vehicles/listing/listing-search.ts";
import { loadListing } from "../web/features/vehicles/listing/load-listing.ts";
import { loadPublicVehicle } from "../web/features/vehicles/public/load-public-vehicle.ts";
import { inventoryQuery, teamSizeQuery } from "../web/features/vehicles/queries.ts";
import type { Bench, Measurement } from "./support/bench.ts";
import { type PlatformSize, people, seedPlatform } from "./support/seed-platform.ts";

const small: PlatformSize = { vehicles: 10_000, dealerships: 10, leads: 2_000 };
const large: PlatformSize = { vehicles: 1_000_000, dealerships: 1_000, leads: 200_000 };
const runs = 30;
/** Queries slower than this are run less often. */
const longestMs = 5_000;
/** Growth below this is ignored: an index may only be one level deeper. */
const leastBuffers = 100;
const mostGrowth = 1.5;
/** These list everything, so their reads grow with the data. */
const showsAll = /sitemap|own inventory/;
const mostMs = 50;

type Actor = { role: "anon" | "authenticated"; id: string | null };
type Asked = { url: string; method: string; headers: Headers; body: string | null };
type Cost = { buffers: number; p50: number; p99: number };

const visitor: Actor = { role: "anon", id: null };
const admin: Actor = { role: "authenticated", id: people.admin };
const dealer: Actor = { role: "authenticated", id: people.dealer };

/** A query of the product, through the product's own function. */
type Question = {
  name: string;
  actor: Actor;
  ask(rest: AnonymousRest, supabase: SupabaseClient): Promise<unknown>;
};

const seller = { columns: SELLER_COLUMNS, schema: PublicSeller };
const card = { columns: CARD_COLUMNS, schema: CardVehicle, limit: 6 };
const scope = { column: "dealership_id", id: people.dealer } as const;
const listing = (search: string) => readListingSearch(new URLSearchParams(search));
/** The maximum number of words, each compared with all makes and models. */
const misspelt = listing("q=toyta+modlo+hyundia+camara+reversa+llantas+nuevas+aire");
const inventory = (search: string) => readInventorySearch(new URLSearchParams(search));
/** Runs a query's function without TanStack Query. */
const run = (query: object, pageParam: unknown = null): Promise<unknown> => {
  const { queryFn } = query as { queryFn(context: object): Promise<unknown> };
  return queryFn({ signal: new AbortController().signal, pageParam });
};

function questionsAbout(vehicleId: string): Question[] {
  const ofVisitors: [string, (rest: AnonymousRest) => Promise<unknown>][] = [
    ["a vehicle's page", (rest) => loadPublicVehicle(rest, vehicleId, seller)],
    ["a landing", (rest) => loadLanding(rest, "concesionario-1", { vehicle: card, seller })],
    ["a card", (rest) => loadPublicSeller(rest, "vendedor-1")],
    ["an inventory", (rest) => loadListing(rest, people.dealer, listing(""))],
    ["an inventory of 5,000", (rest) => loadListing(rest, people.bigDealer, listing(""))],
    ["one brand", (rest) => loadListing(rest, people.dealer, listing("marca=kia"))],
    ["words", (rest) => loadListing(rest, people.dealer, listing("q=kia+7"))],
    ["words by meaning", (rest) => loadListing(rest, people.bigDealer, listing("q=troca+roja"))],
    ["words of 5,000", (rest) => loadListing(rest, people.bigDealer, listing("q=camara"))],
    ["a misspelt word", (rest) => loadListing(rest, people.bigDealer, listing("q=modlo+7"))],
    ["eight words, three misspelt", (rest) => loadListing(rest, people.bigDealer, misspelt)],
    ["by price", (rest) => loadListing(rest, people.dealer, listing("orden=precio-menor"))],
    ["the sitemap's counts", (rest) => countPublicPages(rest)],
    ["a sitemap", (rest) => loadPublicPages(rest, { dealershipId: people.dealer, limit: 10_000 })],
    ["a part of the sitemap", (rest) => loadPublicPages(rest, { part: "0a", limit: 24_000 })],
  ];
  const ofDealers: [string, (supabase: SupabaseClient) => Promise<unknown>][] = [
    ["own inventory", (supabase) => run(inventoryQuery(supabase, people.dealer))],
    ["own leads", (supabase) => run(leadsQuery(supabase, scope, noLeadFilter))],
    ["own leads' counts", (supabase) => run(leadCountsQuery(supabase, scope, noLeadFilter))],
    ["own team", (supabase) => run(teamQuery(supabase, people.dealer))],
    ["the team's size", (supabase) => run(teamSizeQuery(supabase, people.dealer))],
  ];
  const platform = (search: string) => (supabase: SupabaseClient) =>
    run(platformVehiclesQuery(supabase, inventory(search)));
  const leads = (text: string) => (supabase: SupabaseClient) =>
    run(leadsQuery(supabase, null, { ...noLeadFilter, text }));
  const accounts = (text: string) => (supabase: SupabaseClient) =>
    run(accountListQuery(supabase, { ...noAccountFilter, text }), 0);
  const audit = (filter: object) => (supabase: SupabaseClient) =>
    run(auditLogQuery(supabase, { ...noAuditFilter, ...filter }));
  const ofAdmins: typeof ofDealers = [
    ["the platform's inventory", platform("")],
    [
      "its page 10",
      platform(`pagina=10&despues=["2025-12-31T15:40:00%2B00:00","${people.dealer}"]`),
    ],
    ["by vehicle", platform("orden=vehiculo")],
    ["by owner", platform("orden=propietario")],
    ["by views", platform("orden=vistas")],
    ["found by VIN", platform("q=F1C1592588411002A")],
    ["found by words", platform("q=kia+modelo")],
    ["its number", (supabase) => run(platformCountQuery(supabase, ""))],
    ["the number found by words", (supabase) => run(platformCountQuery(supabase, "kia modelo"))],
    ["its totals", (supabase) => run(platformTotalsQuery(supabase))],
    ["all leads", leads("")],
    ["leads found by words", leads("cliente-777@")],
    ["all leads' counts", (supabase) => run(leadCountsQuery(supabase, null, noLeadFilter))],
    ["accounts", accounts("")],
    ["accounts found by words", accounts("vendedor 77")],
    ["accounts' counts", (supabase) => run(accountCountsQuery(supabase))],
    ["the log", audit({})],
    ["the log of one action", audit({ action: "delete" })],
    ["the log of one account", audit({ impersonated: people.dealer })],
  ];
  return [
    ...ofVisitors.map(([name, ask]) => ({ name, actor: visitor, ask })),
    ...ofDealers.map(([name, ask]) => ({ name, actor: dealer, ask: asPerson(ask) })),
    ...ofAdmins.map(([name, ask]) => ({ name, actor: admin, ask: asPerson(ask) })),
  ];
}

function asPerson(ask: (supabase: SupabaseClient) => Promise<unknown>): Question["ask"] {
  return (_rest, supabase) => ask(supabase);
}

/**
 * Each statement of the product's lists and pages under its caller's role, over 10,000 and over a
 * million vehicles: the buffers it reads, and its time.
 */
export const bench: Bench = async ({ sql }) => {
  const before = await measureAll(sql, small);
  const after = await measureAll(sql, large);
  return [...after].map(([name, cost]): Measurement => {
    const then = before.get(name) ?? cost;
    const growth = cost.buffers / Math.max(leastBuffers, then.buffers);
    return {
      name,
      value: `${growth.toFixed(1)} times (${then.buffers} → ${cost.buffers} buffers; p50 ${then.p50.toFixed(1)} → ${cost.p50.toFixed(1)} ms, p99 ${then.p99.toFixed(1)} → ${cost.p99.toFixed(1)} ms)`,
      target: showsAll.test(name)
        ? `at most ${mostMs} ms`
        : `at most ${mostGrowth} times the buffers and ${mostMs} ms`,
      holds: (growth <= mostGrowth || showsAll.test(name)) && cost.p99 <= mostMs,
    };
  });
};

async function measureAll(sql: SqlPool, size: PlatformSize): Promise<Map<string, Cost>> {
  const began = performance.now();
  await seedPlatform(sql, size);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`  ${size.vehicles} vehicles in ${seconds} s\n`);
  const cache = await loadSchemaCache(sql, 1);
  const [vehicle] = await sql<{ id: string }[]>`
    select id from public.vehicles where user_id = ${people.dealer} and published limit 1`;
  const costs = new Map<string, Cost>();
  for (const { name, actor, ask } of questionsAbout(vehicle?.id ?? "")) {
    for (const [index, asked] of (await captureRequests(ask)).entries()) {
      const cost = await measure(sql, cache, { actor, asked });
      costs.set(`${actor.role} ${name}${index > 0 ? ` (${index + 1})` : ""}`, cost);
    }
  }
  return costs;
}

/** Captures the requests of a query; each gets an empty response. */
async function captureRequests(ask: Question["ask"]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const capture: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { url, method, headers } = request;
    const body = method === "GET" || method === "HEAD" ? null : await request.text();
    asked.push({ url, method, headers, body });
    return Response.json([], { headers: { "content-range": "*/0" } });
  };
  const url = "http://localhost";
  const supabase = createClient(url, "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: capture },
  });
  // Errors from the empty response do not matter here.
  const failed = await ask({ fetch: capture, url, anonKey: "key" }, supabase).catch((e) => e);
  if (asked.length === 0) throw new Error("A question asked for nothing", { cause: failed });
  return asked;
}

type ExplainedPlan = {
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
  "Execution Time": number;
};

async function measure(
  sql: SqlPool,
  cache: SchemaCache,
  { actor, asked }: { actor: Actor; asked: Asked },
): Promise<Cost> {
  const { pathname, search } = new URL(asked.url);
  const { statement } = await createPrepareRequest()(
    {
      method: asked.method,
      path: pathname.replace("/rest/v1/", ""),
      search,
      header: (name) => asked.headers.get(name) ?? undefined,
      body: async () => asked.body ?? "",
    },
    actor.role,
    cache,
  );
  const claims = JSON.stringify({ role: actor.role, sub: actor.id ?? undefined });
  const values = statement.values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");
  const call = values ? `asked(${values})` : "asked";
  return sql.begin(async (own) => {
    await own`select set_config('request.jwt.claims', ${claims}, true),
      set_config('plan_cache_mode', 'force_generic_plan', true), set_config('role', ${actor.role}, true)`;
    await own.unsafe(`prepare asked as ${statement.text}`);
    const times: number[] = [];
    let buffers = 0;
    const ends = performance.now() + longestMs;
    for (let round = 0; round < runs && (round < 3 || performance.now() < ends); round += 1) {
      const [row] = await own.unsafe<{ "QUERY PLAN": ExplainedPlan[] }[]>(
        `explain (analyze, buffers, timing off, format json) execute ${call}`,
      );
      const explained = row?.["QUERY PLAN"][0];
      if (!explained) throw new Error("PostgreSQL explained nothing");
      times.push(explained["Execution Time"]);
      buffers = explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"];
    }
    await own.unsafe("deallocate asked");
    times.sort((a, b) => a - b);
    const at = (part: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { buffers, p50: at(0.5), p99: at(0.99) };
  });
}
