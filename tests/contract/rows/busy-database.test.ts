import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
  dealer = await createDealership(server, { slug: "uno" });
  await server.sql`insert into public.vehicles (user_id, brand, model, year, published) values (${dealer.id}, 'Kia', 'Rio', 2020, true)`;
});

afterAll(() => server.stop());

describe("a busy database", () => {
  it("answers requests that wait too long with 504, and recovers for every caller", async () => {
    const visitor = server.anonymous();
    const blocker = await server.reserve();
    await blocker`begin`;
    await blocker`lock table public.vehicles in access exclusive mode`;
    const asked = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? dealer.client : visitor)
        .from("vehicles")
        .select("model,user_id")
        .then((result) => result),
    );
    const refused = await Promise.race(asked);
    expect(refused).toMatchObject({ status: 504, error: { code: "PGRST003" } });
    await blocker`commit`;
    blocker.release();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 200 && status !== 504)).toEqual([]);

    const [own, foreign] = await Promise.all([
      dealer.client.from("profiles").select("email").eq("id", dealer.id).single(),
      visitor.from("profiles").select("email").eq("id", dealer.id).single(),
    ]);
    expect(own.data).toEqual({ email: dealer.email });
    expect(foreign).toMatchObject({ status: 401, data: null });
  });

  it("serves a dealer while visitors' inquiries from four networks all wait", async () => {
    const blocker = await server.reserve();
    await blocker`begin`;
    await blocker`lock table public.leads in access exclusive mode`;
    const sent = Array.from({ length: 32 }, (_, index) =>
      postLead(server, makeInquiry(dealer), { forwardedFor: `203.0.113.${index % 4}` }),
    );
    await vi.waitUntil(async () => (await countWaiting()) >= 7, patience);
    const { status } = await dealer.client.from("vehicles").select("model");
    await blocker`rollback`;
    blocker.release();
    expect(status).toBe(200);
    expect(new Set((await Promise.all(sent)).map((answer) => answer.status))).toEqual(
      new Set([200]),
    );
  });

  it("carries no role or claims over to the next request", async () => {
    const visitor = server.anonymous();
    const mixed = Array.from({ length: 60 }, (_, index) => {
      if (index % 4 === 0) return visitor.from("profiles").select("email");
      if (index % 4 === 1)
        return dealer.client.from("profiles").select("email").eq("id", dealer.id);
      if (index % 4 === 2)
        return dealer.client.from("vehicles").update({ year: 1 }).eq("model", "Rio");
      return dealer.client
        .from("vehicles")
        .update({ year: 2021 })
        .eq("model", "Nadie")
        .select()
        .single();
    });
    const answers = await Promise.all(mixed);
    expect(new Set(answers.map(({ status }, index) => `${index % 4}: ${status}`))).toEqual(
      new Set(["0: 401", "1: 200", "2: 400", "3: 406"]),
    );
  });

  it("loses its connections without failing the next requests", async () => {
    const visitor = server.anonymous();
    expect((await visitor.from("vehicles").select("model")).data).toEqual([{ model: "Rio" }]);
    await server.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'authenticator'`;
    expect((await visitor.from("vehicles").select("model")).data).toEqual([{ model: "Rio" }]);
    const { error } = await dealer.client
      .from("vehicles")
      .update({ year: 2022 })
      .eq("model", "Rio");
    expect(error).toBeNull();
  });
});

/** The number of statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await server.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

describe("a visitor who keeps PostgreSQL busy", () => {
  it("is cut off after a few seconds, while a signed-in person's slow call continues", async () => {
    const visitor = server.anonymous();
    await server.sql.unsafe(`
      create function public.dawdle() returns int language sql as 'select 1 from pg_sleep(4)';
      create function public.known() returns int language sql as 'select 1';
      grant execute on function public.dawdle(), public.known() to anon, authenticated`);
    await expect.poll(async () => (await visitor.rpc("known")).data).toBe(1);
    const [cut, done] = await Promise.all([visitor.rpc("dawdle"), dealer.client.rpc("dawdle")]);
    expect(cut).toMatchObject({ status: 504, error: { code: "PGRST003" } });
    expect(done).toMatchObject({ status: 200, data: 1 });
  });
});
