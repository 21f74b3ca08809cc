import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VinDecoding, VinDecodings } from "#contract/decode-vin.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
});
afterAll(() => server.stop());

const decode = (by: Person["client"], body: unknown) => invoke(by, "decode-vin", body);

describe("a dealer", () => {
  test("gets brand, model and year of a VIN, and the form's other fields", async () => {
    const { body } = await decode(dealer.client, { vin: " km8k2cab4pu001140 " });
    expect(VinDecoding.parse(body)).toEqual({
      vin: "KM8K2CAB4PU001140",
      checkDigitValid: true,
      brand: "Hyundai",
      model: "Kona",
      year: 2023,
      trim: "SE",
      fuel_type: "Gasolina",
      doors: 5,
      engine: "2.0 L, 4 cilindros",
      body_style: "SUV",
      cylinders: 4,
    });
  });

  test("gets a warning for a wrong check digit", async () => {
    const { body } = await decode(dealer.client, { vin: "KM8K2CAB5PU001140" });
    expect(body).toMatchObject({ checkDigitValid: false, brand: "Hyundai" });
  });

  test("gets an error that asks to fill in the fields of an unknown VIN", async () => {
    expect(await decode(dealer.client, { vin: "ZZZZZZZZZZZZZZZZZ" })).toEqual({
      status: 200,
      body: { error: "No disponible, complétalo a mano", code: "vin_unknown" },
    });
  });

  test.each([
    { vin: "KM8K2CAB4PU00114" },
    { vin: "KM8K2CAB4PU00114O" },
    { vin: "'; drop table x" },
    { vin: 17 },
    { vin: null },
    {},
    [],
  ])("gets a format error for the VIN in %j", async (body) => {
    const answer = await decode(dealer.client, body);
    expect(answer).toEqual({ status: 200, body: { error: expect.any(String) } });
  });
});

describe("a dealer with a list of VINs", () => {
  test("gets a result for each, in order, and null for an unknown one", async () => {
    const vins = ["ZZZZZZZZZZZZZZZZZ", " km8k2cab4pu001140 "];
    const { body } = await decode(dealer.client, { vins });
    const [unknown, kona] = VinDecodings.parse(body).decodings;
    expect(unknown).toBeNull();
    expect(kona).toMatchObject({ vin: "KM8K2CAB4PU001140", brand: "Hyundai", model: "Kona" });
  });

  test("gets 200 in one call, without delaying another dealer's single one", async () => {
    const vins = Array.from({ length: 200 }, (_, n) => `KM8K2CAB4PU${String(n).padStart(6, "0")}`);
    const list = decode(dealer.client, { vins });
    const single = decode(dealer.client, { vin: "KM8K2CAB4PU001140" });
    const order: string[] = [];
    await Promise.all([
      list.then(() => order.push("list")),
      single.then(() => order.push("single")),
    ]);
    expect(order).toEqual(["single", "list"]);
    expect(VinDecodings.parse((await list).body).decodings).toHaveLength(200);
  });

  test.each([
    [[]],
    [["KM8K2CAB4PU00114"]],
    ["KM8K2CAB4PU001140"],
    [Array(201).fill("K".repeat(17))],
  ])("gets a validation error for a list such as %j", async (vins) => {
    const answer = await decode(dealer.client, { vins });
    expect(answer).toEqual({ status: 200, body: { error: expect.any(String) } });
  });
});

describe("a caller who is not signed in", () => {
  const refusal = { error: "Tu sesión ha caducado. Por favor, inicia sesión de nuevo." };

  test("cannot decode a VIN with the anon key", async () => {
    const answer = await decode(server.anonymous(), { vin: "KM8K2CAB4PU001140" });
    expect(answer).toEqual({ status: 401, body: refusal });
  });

  test("cannot decode a VIN with the token of an ended session", async () => {
    const former = await createDealership(server);
    const { data } = await former.client.auth.getSession();
    await former.client.auth.signOut();
    const answer = await fetch(`${server.url}/functions/v1/decode-vin`, {
      method: "POST",
      headers: { apikey: server.anonKey, authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ vin: "KM8K2CAB4PU001140" }),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual(refusal);
  });

  test("cannot decode a VIN with the token of a deactivated account", async () => {
    const former = await createDealership(server);
    await server.sql`update public.profiles set is_active = false where id = ${former.id}`;
    const answer = await decode(former.client, { vin: "KM8K2CAB4PU001140" });
    expect(answer).toEqual({ status: 403, body: { error: "Tu cuenta no está activa." } });
  });
});
