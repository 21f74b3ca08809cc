import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createPeople, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let samples: Record<string, string | null>;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const vehicle = await createVehicle(world, people.dealer, { published: true });
  samples = {
    uuid: vehicle,
    date: new Date().toISOString().slice(0, 10),
    numeric: "1",
    integer: "1",
    text: "x",
    "text[]": "{}",
    boolean: "false",
  };
});
afterAll(() => world.close());

/** The extremes of each type, beyond what any column accepts. */
const extremes: Record<string, string[]> = {
  date: [
    "infinity",
    "-infinity",
    "5874897-12-31",
    "294277-01-01",
    "4714-11-24 BC",
    "0044-03-15 BC",
  ],
  "timestamp with time zone": ["infinity", "-infinity", "294276-12-31 23:59:59Z", "4714-11-24 BC"],
  numeric: ["1e30", "-1e30", "NaN", "Infinity", "-Infinity", "9999999999.995", "1e-100"],
  integer: ["2147483647", "-2147483648", "0", "-1"],
};

type Argument = { name: string; type: string; hasDefault: boolean };

async function functionsWithRanges() {
  const functions = await world.sql<
    { name: string; names: string[]; types: string[]; n: number }[]
  >`
    select proname as name, coalesce(proargnames[1:pronargs], '{}') as names,
      pronargs - pronargdefaults as n,
      array(select format_type(type, null) from unnest(proargtypes) with ordinality as a (type, n)
        order by n) as types
    from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`;
  return functions
    .map(({ name, names, types, n }) => ({
      name,
      args: types.map(
        (type, at): Argument => ({ name: names[at] ?? "", type, hasDefault: at >= n }),
      ),
    }))
    .filter(({ args }) => args.some(({ type }) => /date|time|numeric|int|double|real/.test(type)));
}

/** One call per extreme of each argument; the other arguments have their defaults. */
function callsOf({ name, args }: { name: string; args: Argument[] }): string[] {
  return args.flatMap((ranged) =>
    (extremes[ranged.type] ?? []).map((extreme) => {
      const given = args
        .filter((other) => other === ranged || !other.hasDefault)
        .map((other) => {
          const value = other === ranged ? extreme : (samples[other.type] ?? null);
          return `${other.name} => ${value === null ? "null" : `'${value}'`}::${other.type}`;
        });
      return `select * from public.${name}(${given.join(", ")})`;
    }),
  );
}

/** A message written by PostgreSQL rather than by us: it does not end with a period. */
async function unreadableFailure(actor: Actor, call: string): Promise<string | null> {
  try {
    await world.as(actor, (sql) => sql.unsafe(call));
    return null;
  } catch (error) {
    const { code, message } = Failure.parse(error);
    const isSentence = /\.$|^Acceso denegado$/.test(message);
    if (["42501", "P0001", "23514"].includes(code) && isSentence) return null;
    return `${code} ${message}: ${call}`;
  }
}

const Failure = z.object({ code: z.string(), message: z.string() });

test("extreme dates and numbers are rejected with a message of ours", async () => {
  const functions = await functionsWithRanges();
  expect(functions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["reserve_vehicle", "sell_vehicle", "get_seller_board"]),
  );
  const failures: (string | null)[] = [];
  for (const call of functions.flatMap(callsOf)) {
    failures.push(await unreadableFailure(people.dealer, call));
    failures.push(await unreadableFailure(people.admin, call));
  }
  expect(failures.length).toBeGreaterThan(50);
  expect(failures.filter((failure) => failure !== null)).toEqual([]);
});

test("every date or number argument has a type with extremes listed here", async () => {
  const ranged = (await functionsWithRanges()).flatMap(({ args }) => args.map(({ type }) => type));
  const known = [...Object.keys(extremes), ...Object.keys(samples), "jsonb"];
  expect(ranged.filter((type) => !known.includes(type))).toEqual([]);
});
