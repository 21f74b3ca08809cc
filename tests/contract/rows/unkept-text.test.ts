import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

const secret = "clave-que-nadie-debe-leer";

let server: TestServer;
let dealer: Person;
let authorization: string;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  const { data } = await dealer.client.auth.getSession();
  authorization = `Bearer ${data.session?.access_token}`;
});

afterAll(() => server.stop());

const salesperson = (password: string) =>
  `{"p_email":"x@example.com","p_full_name":"Ana","p_password":"${password}"}`;
const vehicle = (model: string) =>
  `{"user_id":"${dealer.id}","brand":"Kia","year":2020,"model":"${model}"}`;

describe("a dealer who sends JSON escapes that PostgreSQL cannot store", () => {
  test.each([
    ["NUL", () => salesperson(`${secret}\\u0000`)],
    ["a high surrogate alone", () => salesperson(`${secret}\\ud83d`)],
    ["a low surrogate alone", () => salesperson(`${secret}\\uDE97`)],
    ["two high surrogates", () => salesperson(`${secret}\\ud83d\\ud83d`)],
    ["the halves in the wrong order", () => salesperson(`${secret}\\ude97\\ud83d`)],
    ["NUL after an escaped backslash", () => salesperson(`${secret}\\\\\\u0000`)],
    [
      "NUL in a repeated key",
      () => salesperson("clave").replace("{", `{"p_password":"${secret}\\u0000",`),
    ],
    ["NUL in a key", () => salesperson(secret).replace("{", `{"x\\u0000":1,`)],
  ])("cannot send %s to a function, and nothing is called", async (_, body) => {
    const before = await countPeople();
    expect(await post("rpc/create_salesperson", body())).toEqual(refusal);
    expect(await countPeople()).toBe(before);
  });

  test.each([
    ["an insert", "POST", () => vehicle(`${secret}\\u0000`), ""],
    ["an insert of many", "POST", () => `[${vehicle("A")},${vehicle("\\udfff")}]`, ""],
    ["an update", "PATCH", () => `{"model":"${secret}\\u0000"}`, "?brand=eq.Kia"],
    ["a nested value", "PATCH", () => `{"images":["${secret}\\u0000"]}`, "?brand=eq.Kia"],
  ])("cannot send it in %s, and nothing is stored", async (_, method, body, search) => {
    expect(await post(`vehicles${search}`, body(), method)).toEqual(refusal);
    expect(await server.sql`select id from public.vehicles where brand = 'Kia'`).toHaveLength(0);
  });

  test("can send similar text: an escaped backslash, and a complete surrogate pair", async () => {
    const brands = [vehicle("C:\\\\u0000"), vehicle("\\uD83D\\uDE97 y \\u00e1")];
    expect(await post("vehicles", `[${brands}]`.replaceAll("Kia", "Seat"))).toMatchObject({
      status: 201,
    });
    const rows =
      await server.sql`select model from public.vehicles where brand = 'Seat' order by 1`;
    expect(rows.map(({ model }) => model)).toEqual(["C:\\u0000", "🚗 y á"]);
  });
});

describe("PostgreSQL's log", () => {
  test("contains nothing that a caller sent, however the request fails", async () => {
    const visitor = server.anonymous();
    await visitor.from("vehicles").select().eq("id", secret);
    await visitor.from("vehicles").select().contains("public_config", secret);
    await visitor.from("profiles").select().eq("public_config", `{"${secret}`);
    await visitor.rpc("record_vehicle_view", { p_vehicle_id: secret });
    await dealer.client
      .from("vehicles")
      .insert({ user_id: dealer.id, brand: secret, year: secret });
    await dealer.client
      .from("vehicles")
      .insert({ user_id: dealer.id, brand: secret, model: "A", year: 1 });
    await dealer.client
      .from("profiles")
      .update({ config: { page_style: { accent_color: secret } } })
      .eq("id", dealer.id);
    await server.service().auth.admin.createUser({ email: dealer.email, password: secret });
    await server.sql`select 1 / (length(${secret}) - length(${secret}))`.catch(() => undefined);

    const [row] = await server.sql<{ folder: string }[]>`
      select current_setting('data_directory') as folder`;
    const log = await readFile(join(row?.folder ?? "", "server.log"), "utf8");
    expect(log).toContain("database system is ready");
    expect(log).not.toContain(secret);
    expect(log).not.toContain(dealer.email);
  });
});

const refusal = {
  status: 400,
  body: expect.objectContaining({
    code: "PGRST102",
    message: "Empty or invalid json",
    details: "The body escapes NUL or half of a surrogate pair, which no text can hold.",
  }),
};

async function post(path: string, body: string, method = "POST") {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: server.anonKey, authorization, "content-type": "application/json" },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

async function countPeople(): Promise<number> {
  return (await server.sql`select id from auth.users`).length;
}
