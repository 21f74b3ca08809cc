import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

/** What only the owner and administrators may see; every row that a policy hides contains it. */
const secret = "SECRETO";

let server: TestServer;
let owner: Person;
let rival: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await createDealership(server, {
    email: `${secret}@example.com`.toLowerCase(),
    slug: "abierto",
  });
  rival = await createDealership(server, { slug: "rival" });
  await createDealership(server, { fullName: secret, slug: "cerrado", active: false });
  await server.sql`insert into public.vehicles (user_id, brand, model, year, published)
    values (${owner.id}, 'Kia', ${secret}, 2020, false), (${owner.id}, 'Kia', 'Rio', 2020, true)`;
  await server.sql`insert into public.access_requests (name, phone, email) values (${secret}, '1', 'a@example.com')`;
});

afterAll(() => server.stop());

const name = fc.constantFrom(
  ..."id brand model year price published status images created_at user_id full_name email phone role is_active config public_config dealership_id public_slug config->profile->>name public_config->0 name * horn".split(
    " ",
  ),
);
const relation = fc.constantFrom(
  ..."profiles vehicles user_id dealership_id access_requests vehicles_user_id_fkey profiles!vehicles_user_id_fkey profiles!dealership_id vehicle_views audit_log users".split(
    " ",
  ),
);
const value = fc.oneof(
  fc.constantFrom(
    secret,
    `${secret.toLowerCase()}@example.com`,
    "Kia",
    "2020",
    "null",
    "true",
    "(1,2)",
    "{a}",
    "*",
    "",
    "00000000-0000-0000-0000-000000000000",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const operator = fc.constantFrom(
  ..."eq neq gt gte lt lte like ilike in is isdistinct match imatch cs cd ov fts plfts not.eq not.in not.is not.like eq(any) like(all) sl adj xx".split(
    " ",
  ),
);
const test = fc.tuple(operator, value).map(([word, given]) => `${word}.${given}`);
const order = fc
  .tuple(name, fc.constantFrom("", ".desc", ".asc.nullsfirst", ".down"))
  .map((parts) => parts.join(""));
const select = fc.letrec<{ list: string; item: string }>((tie) => ({
  list: fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((items) => items.join(",")),
  item: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    name,
    fc
      .tuple(
        fc.constantFrom("a", "id", '"o""dd"', ""),
        name,
        fc.constantFrom("", "::text", "::int", "::json", "::x"),
      )
      .map(([alias, column, cast]) => `${alias ? `${alias}:` : ""}${column}${cast}`),
    fc
      .tuple(
        fc.constantFrom("", "..."),
        relation,
        fc.constantFrom("", "!inner", "!left"),
        tie("list"),
      )
      .map(([spread, target, join, list]) => `${spread}${target}${join}(${list})`),
  ),
})).list;
const logic = fc.letrec<{ group: string; term: string }>((tie) => ({
  group: fc
    .array(tie("term"), { minLength: 1, maxLength: 3 })
    .map((terms) => `(${terms.join(",")})`),
  term: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(name, test).map((parts) => parts.join(".")),
    fc
      .tuple(fc.constantFrom("and", "or", "not.and", "not.or"), tie("group"))
      .map((parts) => parts.join("")),
  ),
})).group;
const parameter = fc.oneof(
  fc.tuple(fc.constant("select"), select),
  fc.tuple(name, test),
  fc.tuple(
    fc.tuple(relation, name).map((parts) => parts.join(".")),
    test,
  ),
  fc.tuple(fc.constantFrom("or", "and", "not.or", "vehicles.or"), logic),
  fc.tuple(
    fc.constantFrom("order", "vehicles.order", "profiles.order"),
    fc.oneof(
      order,
      fc.tuple(relation, name).map(([table, column]) => `${table}(${column})`),
    ),
  ),
  fc.tuple(
    fc.constantFrom("limit", "offset", "vehicles.limit"),
    fc.oneof(fc.integer({ min: -1, max: 3 }).map(String), value),
  ),
);
const request = fc.record({
  path: fc.constantFrom(
    "vehicles",
    "profiles",
    "access_requests",
    "vehicle_views",
    "audit_log",
    "rpc/admin_exists",
    "rpc/get_team_members",
  ),
  parameters: fc.array(parameter, { maxLength: 5 }),
  headers: fc.record(
    {
      accept: fc.constantFrom(
        "application/json",
        "application/vnd.pgrst.object+json",
        "text/csv",
        "*/*",
      ),
      prefer: fc.constantFrom("count=exact", "return=minimal", "handling=strict", "x"),
      range: fc.constantFrom("0-1", "5-2", "9-"),
    },
    { requiredKeys: [] },
  ),
});

/** Valid requests, so that most return rows: known columns, relationships and fitting values. */
const texts = fc.constantFrom(secret, "Kia", "Rio", "*e*", "Disponible");
const sensibleTest = fc.oneof(
  fc.tuple(fc.constantFrom("eq", "neq", "gt", "lte", "ilike", "not.like", "isdistinct"), texts),
  fc.tuple(fc.constantFrom("in", "not.in"), fc.constantFrom(`(${secret},Kia)`, "(Rio)", "()")),
  fc.tuple(fc.constantFrom("is", "not.is"), fc.constant("null")),
);
const columns = {
  vehicles: ["brand", "model", "status", "price"],
  profiles: ["full_name", "role", "public_slug"],
} as const;
type TableName = keyof typeof columns;
const ways: Record<TableName, [string, TableName][]> = {
  vehicles: [
    ["profiles", "profiles"],
    ["user_id", "profiles"],
  ],
  profiles: [
    ["vehicles", "vehicles"],
    ["dealership_id", "profiles"],
  ],
};

function sensibleSelect(table: TableName, depth: number): fc.Arbitrary<string> {
  const column = fc.constantFrom("*", ...columns[table]);
  const embeds = ways[table].map(([target, to]) =>
    fc
      .tuple(
        fc.constantFrom("", "..."),
        fc.constantFrom("", "!inner"),
        depth > 0 ? sensibleSelect(to, depth - 1) : fc.constant("*"),
      )
      .map(([spread, join, list]) => `${spread}${target}${join}(${list})`),
  );
  return fc
    .tuple(fc.uniqueArray(column, { minLength: 1, maxLength: 3 }), fc.option(fc.oneof(...embeds)))
    .map(([list, embed]) => [...list, ...(embed ? [embed] : [])].join(","));
}

const sensible = fc.constantFrom<TableName[]>("vehicles", "profiles").chain((path) => {
  const column = fc.constantFrom(...columns[path]);
  const filter = fc
    .tuple(column, sensibleTest)
    .map(([key, [word, given]]): [string, string] => [key, `${word}.${given}`]);
  const either = fc
    .array(fc.tuple(column, sensibleTest), { minLength: 1, maxLength: 3 })
    .map((terms): [string, string] => [
      "or",
      `(${terms.map(([key, [word, given]]) => `${key}.${word}.${given}`).join(",")})`,
    ]);
  return fc.record({
    path: fc.constant(path),
    parameters: fc
      .tuple(
        sensibleSelect(path, 1).map((list): [string, string] => ["select", list]),
        fc.option(fc.oneof(filter, either)),
        fc.option(column.map((key): [string, string] => ["order", `${key}.desc`])),
      )
      .map((list) => list.filter((each) => each !== null)),
    headers: fc.constant<Record<string, string>>({}),
  });
});

type Asked = { path: string; parameters: [string, string][]; headers: Record<string, string> };

const callers: [string, () => Promise<string>][] = [
  ["a visitor", async () => server.anonKey],
  ["a rival dealer", () => tokenOf(rival)],
];

describe("a random request", () => {
  it.each(callers)(
    "by %s never gets a 500 or anything that a policy hides",
    async (_, tokenFor) => {
      await askAndCheck(request, await tokenFor());
    },
  );

  it.each(callers)(
    "of a valid kind by %s gets rows, and never one that a policy hides",
    async (_, tokenFor) => {
      const answered = await askAndCheck(sensible, await tokenFor());
      expect(answered.filter((status) => status === 200).length).toBeGreaterThan(
        answered.length / 2,
      );
    },
  );

  it("by the owner gets the unpublished vehicle that policies hide from others", async () => {
    const { data } = await owner.client.from("vehicles").select("model").eq("published", false);
    expect(data).toEqual([{ model: secret }]);
  });
});

/** Sends generated requests and checks every answer; returns the statuses. */
async function askAndCheck(asked: fc.Arbitrary<Asked>, token: string): Promise<number[]> {
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(asked, async ({ path, parameters, headers }) => {
      const search = new URLSearchParams(parameters);
      const response = await fetch(`${server.url}/rest/v1/${path}?${search}`, {
        headers: { apikey: server.anonKey, authorization: `Bearer ${token}`, ...headers },
      });
      statuses.push(response.status);
      expect(response.status).toBeLessThan(500);
      const body = await response.text();
      if (response.ok) expect(body.toUpperCase()).not.toContain(secret);
      else
        expect(JSON.parse(body)).toMatchObject({
          code: expect.any(String),
          message: expect.any(String),
        });
    }),
    { numRuns: 500, interruptAfterTimeLimit: 20_000 },
  );
  return statuses;
}
