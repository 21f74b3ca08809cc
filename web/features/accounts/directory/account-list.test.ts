import { createClient } from "@supabase/supabase-js";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { noAccountFilter } from "./account-filter.ts";
import { accountCountsQuery, accountListQuery, joinPages } from "./account-list.ts";

type Asked = { parameters: URLSearchParams; prefer: string | null };

/** A client that returns these rows for every call and records the calls. */
function clientThatGets(rows: object[], totals: number[]) {
  const asked: Asked[] = [];
  const supabase = createClient("http://localhost:3000", "key", {
    global: {
      fetch: async (input, init) => {
        const { url, headers } = new Request(input, init);
        const parameters = new URL(url).searchParams;
        const total = totals[asked.length] ?? totals.at(-1);
        asked.push({ parameters, prefer: headers.get("prefer") });
        return Response.json(rows, { headers: { "content-range": `0-0/${total}` } });
      },
    },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { supabase, asked };
}

const ana = { id: "1", role: "admin", full_name: "Ana" };

describe("an administrator's account list", () => {
  it("requests one page, filtered by text, role and status", async () => {
    const { supabase, asked } = clientThatGets([ana], [1]);
    const filter = { text: "ana 305", role: "admin", state: "activo" } as const;
    await new QueryClient().fetchInfiniteQuery(accountListQuery(supabase, filter));
    const [{ parameters, prefer } = {}] = asked;
    expect(prefer).toContain("count=exact");
    expect(parameters?.get("limit")).toBe("50");
    expect(parameters?.getAll("or").at(-1)).toBe(
      "(asked_role.eq.admin,and(asked_role.is.null,role.eq.admin))",
    );
    expect(parameters?.get("is_active")).toBe("eq.true");
    expect(parameters?.get("asked_role")).toBe("is.null");
    expect(parameters?.getAll("or")).toHaveLength(3);
    expect(parameters?.getAll("or")[1]).toContain("phone.like.*305*");
  });

  it("filters applicants by their pending request, regardless of the account", async () => {
    const { supabase, asked } = clientThatGets([ana], [1]);
    const filter = { ...noAccountFilter, state: "pendiente" } as const;
    await new QueryClient().fetchInfiniteQuery(accountListQuery(supabase, filter));
    const [{ parameters } = {}] = asked;
    expect(parameters?.get("asked_role")).toBe("not.is.null");
    expect(parameters?.has("is_active")).toBe(false);
  });

  it("continues after the loaded pages and stops at the last one", () => {
    const { getNextPageParam } = accountListQuery(
      clientThatGets([], [0]).supabase,
      noAccountFilter,
    );
    const page = (count: number, total: number) => ({
      accounts: Array.from({ length: count }, (_, index) => ({ ...ana, id: String(index) })),
      total,
    });
    expect(getNextPageParam(page(50, 70), [page(50, 70)], 0, [0])).toBe(50);
    expect(
      getNextPageParam(page(20, 70), [page(50, 70), page(20, 70)], 50, [0, 50]),
    ).toBeUndefined();
    expect(getNextPageParam(page(0, 70), [page(50, 70), page(0, 70)], 50, [0, 50])).toBeUndefined();
  });

  it("merges pages by name without duplicates", () => {
    const named = (id: string, full_name: string) => ({ id, full_name, role: "vendedor" });
    const pages = [
      { accounts: [named("1", "Zoe"), named("2", "Álvaro")], total: 3 },
      { accounts: [named("1", "Zoe"), named("3", "Beto")], total: 3 },
    ];
    expect(joinPages(pages).map(({ full_name }) => full_name)).toEqual(["Álvaro", "Beto", "Zoe"]);
  });
});

it("an administrator sees counts of active and inactive accounts, made by the server", async () => {
  const { supabase, asked } = clientThatGets([ana], [4, 3]);
  const counts = await new QueryClient().fetchQuery(accountCountsQuery(supabase));
  expect(counts).toEqual({ total: 7, active: 4, inactive: 3 });
  expect(asked.map(({ parameters }) => parameters.get("limit"))).toEqual(["1", "1"]);
  expect(asked.map(({ parameters }) => parameters.get("is_active"))).toEqual([
    "eq.true",
    "eq.false",
  ]);
});
