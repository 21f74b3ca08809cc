import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, localDay } from "#contract/dealership-day.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
});
afterAll(() => server.stop());

/** Two zones that are never on the same date; the dealership has no zone set. */
const zones = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];

/** A sold vehicle, and requests from a browser in a zone. */
async function sellIn(zone: string) {
  const id = randomUUID();
  const send = (path: string, call: Call) =>
    sendAs(server, dealer, path, { ...call, headers: { ...call.headers, "x-time-zone": zone } });
  const row = { id, user_id: dealer.id, brand: "Kia", model: "Rio", year: 2020 };
  await send("/rest/v1/vehicles", { body: { ...row, status: "Vendido" } });
  return { id, send };
}

test.each(zones)("a dealer's request dates a sale by the browser's zone, %s", async (zone) => {
  const { id } = await sellIn(zone);
  const [sale] = await server.sql`select day::text from public.deals where vehicle_id = ${id}`;
  expect(sale).toEqual({ day: localDay(new Date(), zone) });
});

test.each(zones)("a dealer cannot enter a sale or purchase dated tomorrow in %s", async (zone) => {
  const { id, send } = await sellIn(zone);
  const today = localDay(new Date(), zone);
  const write = async (day: string) => [
    await send(`/rest/v1/deals?vehicle_id=eq.${id}`, { method: "PATCH", body: { day } }),
    await send("/rest/v1/rpc/sell_vehicle", { body: { p_vehicle_id: id, p_day: day } }),
    await send("/rest/v1/vehicle_figures", {
      body: { id, acquired_on: day },
      headers: { prefer: "resolution=merge-duplicates" },
    }),
  ];
  const said = (answers: Awaited<ReturnType<typeof write>>) =>
    answers.map(({ status, body }) => [status, body?.message]);
  const tomorrow = [400, "Ese día aún no ha llegado. Elige hoy o uno anterior."];
  const ancient = [400, "Elige un día entre 1950 y 2100."];
  expect(said(await write(addDays(today, 1)))).toEqual([tomorrow, tomorrow, tomorrow]);
  expect(said(await write("0020-05-05"))).toEqual([ancient, ancient, ancient]);
  const statuses = (await write(addDays(today, -1))).map(({ status }) => status);
  expect(statuses).toEqual([204, 200, 201]);
});
