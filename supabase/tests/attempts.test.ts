import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const attempt = async (scope: string, key: string | null, limit = 3, window = "1 minute") => {
  const [row] = await world.sql`
    select private.take_attempt(${scope}, ${key}, ${limit}, ${window}) as taken`;
  return row?.taken as boolean;
};

const attempts = async (count: number, scope: string, key: string | null) => {
  const answers: boolean[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await attempt(scope, key));
  return answers;
};

/** Simulates time passing by moving all used attempts into the past. */
const pass = (seconds: number) =>
  world.sql`update private.attempts set used_until = used_until - make_interval(secs => ${seconds})`;

describe("a stranger", () => {
  test("has as many attempts as the limit allows", async () => {
    expect(await attempts(5, "knock", "stranger")).toEqual([true, true, true, false, false]);
  });

  test("regains attempts evenly over the window, even while being rejected", async () => {
    await attempts(9, "return", "stranger");
    await pass(20);
    expect(await attempts(2, "return", "stranger")).toEqual([true, false]);
    await pass(60);
    expect(await attempts(4, "return", "stranger")).toEqual([true, true, true, false]);
  });

  test("has all attempts again after a clock that ran a day ahead is corrected", async () => {
    const may = async () => {
      const [row] = await world.sql`
        select private.has_attempt('clock', 'stranger', 3, '1 minute') as free`;
      return row?.free as boolean;
    };
    await attempts(3, "clock", "stranger");
    expect(await may()).toBe(false);
    await pass(-86_400);
    expect(await may()).toBe(true);
    expect(await attempts(4, "clock", "stranger")).toEqual([true, true, true, false]);
    expect(await may()).toBe(false);
  });

  test("does not use up another stranger's or another limit's attempts", async () => {
    await attempts(4, "own", "stranger");
    expect(await attempt("own", "other")).toBe(true);
    expect(await attempt("another", "stranger")).toBe(true);
  });

  test("without a known address shares one count with all such strangers", async () => {
    expect(await attempts(4, "nameless", null)).toEqual([true, true, true, false]);
  });

  test("gets no extra attempt by 40 concurrent requests over many connections", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => attempt("crowd", "stranger", 7)),
    );
    expect(answers.filter(Boolean)).toHaveLength(7);
  });

  test("leaves neither address nor number in the table", async () => {
    await attempt("mark", "203.0.113.77");
    const rows = await world.sql`select key::text as key from private.attempts`;
    const digest =
      await world.sql`select extensions.digest('mark|203.0.113.77', 'sha256')::text as key`;
    expect(rows.map(({ key }) => key)).not.toContain(digest[0]?.key);
    for (const { key } of rows) expect(key).toMatch(/^\\x[0-9a-f]{64}$/);
  });

  test.each(["anonymous", "service"] as const)(
    "with the %s key cannot count, check or read attempts",
    async (actor) => {
      for (const statement of [
        "select private.take_attempt('knock', 'x', 1, '1 minute')",
        "select private.has_attempt('knock', 'x', 1, '1 minute')",
        "select private.sweep_attempts()",
        "select * from private.attempts",
        "delete from private.attempts",
      ]) {
        await expect(world.as(actor, (sql) => sql.unsafe(statement))).rejects.toThrow(
          "permission denied",
        );
      }
    },
  );
});

describe("the platform", () => {
  test("can check for an attempt without using it", async () => {
    const has = async () => {
      const [row] =
        await world.sql`select private.has_attempt('look', 'stranger', 3, '1 minute') as has`;
      return row?.has;
    };
    for (const left of [true, true, true]) {
      expect(await has()).toBe(left);
      expect(await has()).toBe(left);
      expect(await attempt("look", "stranger")).toBe(true);
    }
    expect(await has()).toBe(false);
  });

  test("deletes the counts of strangers who made no attempt lately", async () => {
    await world.sql`delete from private.attempts`;
    await attempt("quiet", "stranger");
    await pass(120);
    await attempt("loud", "stranger");
    await world.sql`select private.sweep_attempts()`;
    expect(await world.sql`select 1 from private.attempts`).toHaveLength(1);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["local", null],
    ["", null],
    ["203.0.113.7'; --", null],
  ])("counts a caller at %s as %s", async (header, address) => {
    const [row] = await world.sql.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify({ "x-client-ip": header })}, true)`;
      return sql`select private.caller_address() as address`;
    });
    expect(row?.address).toBe(address);
  });
});
