import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readMailsTo } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { findLeads, postLead, publishVehicle, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let seller: Person;
let vehicleId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  dealer = await createDealership(server);
  seller = await createSalesperson(server, dealer.id);
  vehicleId = await publishVehicle(server, dealer);
});

const noRecipient = "Este concesionario o vendedor ya no recibe solicitudes.";
const noVehicle = "Este vehículo ya no está disponible.";

const ask = (person: Person) => () => postLead(server, makeInquiry(person));
const askAbout = (person: Person) => () =>
  postLead(server, makeInquiry(person, { type: "vehicle_inquiry", vehicleId }));
const refer = (person: Person) => () =>
  postLead(
    server,
    {
      recipientId: person.id,
      referrerName: "Marta Ríos",
      referrerPhone: "305-555-0177",
      referredName: "Jorge Luna",
      referredPhone: "305-555-0199",
    },
    { name: "send-referral-notification" },
  );

test("a visitor who writes to a dealership during its deletion gets an error", async () => {
  const everything = [ask(dealer), askAbout(dealer), refer(dealer), ask(seller), refer(seller)];
  expect(await sendDuring({ person: dealer }, everything)).toEqual(
    everything.map(() => ({ status: 400, body: { error: noRecipient } })),
  );
  await expectNothingLeft();
});

test("a visitor who writes to a salesperson during their deletion gets an error", async () => {
  const own = [ask(seller), askAbout(seller), refer(seller)];
  expect(await sendDuring({ person: seller }, own)).toEqual(
    own.map(() => ({ status: 400, body: { error: noRecipient } })),
  );
  await expectNothingLeft();
  expect((await askAbout(dealer)()).status).toBe(200);
});

test("a visitor assigned to a salesperson during their deletion reaches the dealership", async () => {
  await server.sql`insert into public.lead_turns (id) values (${dealer.id})`;
  const sent = await sendDuring({ person: seller }, [ask(dealer)]);
  expect(sent).toEqual([{ status: 200, body: { success: true } }]);
  expect(await findLeads(server, dealer)).toHaveLength(1);
});

test("a visitor who asks a dealership with rotation during its deletion gets an error", async () => {
  await server.sql`insert into public.lead_turns (id) values (${dealer.id})`;
  const sent = await sendDuring({ person: dealer }, [ask(dealer)]);
  expect(sent).toEqual([{ status: 400, body: { error: noRecipient } }]);
});

test("a visitor who asks about a vehicle during its deletion gets an error", async () => {
  const both = [askAbout(dealer), askAbout(seller)];
  expect(await sendDuring({ vehicle: vehicleId }, both)).toEqual(
    both.map(() => ({ status: 400, body: { error: noVehicle } })),
  );
  await expectNothingLeft();
});

test("a visitor who asks during a deletion that fails gets the usual answer", async () => {
  const sent = await sendDuring({ vehicle: vehicleId }, [askAbout(dealer)], "rollback");
  expect(sent).toEqual([{ status: 200, body: { success: true } }]);
});

type Deletion = { person: Person } | { vehicle: string };

/** Sends all requests while a deletion waits to commit; returns their answers. */
async function sendDuring(
  deletion: Deletion,
  sends: (() => ReturnType<typeof postLead>)[],
  end: "commit" | "rollback" = "commit",
) {
  const other = await server.reserve();
  await other`begin`;
  if ("person" in deletion) await other`delete from auth.users where id = ${deletion.person.id}`;
  else await other`delete from public.vehicles where id = ${deletion.vehicle}`;
  const pending = Promise.all(sends.map((send) => send()));
  await vi.waitFor(async () => expect(await countWaiting()).toBe(sends.length), patience);
  await other.unsafe(end);
  other.release();
  return (await pending).map(({ status, body }) => ({ status, body }));
}

async function countWaiting(): Promise<number> {
  const rows = await server.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
}

async function expectNothingLeft(): Promise<void> {
  expect(
    await server.sql`select from public.leads where ${dealer.id} in (recipient_id, dealership_id)`,
  ).toHaveLength(0);
  for (const { email } of [dealer, seller]) {
    expect(await readMailsTo(server.dataDir, email)).toEqual([]);
  }
}
