import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { waitForMailsTo } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { findLeads, postLead, publishVehicle, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import {
  allowLocalPushService,
  type PushService,
  startPushService,
  subscribe,
} from "#tests/support/push-service.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let key: string;
let dealer: Person;
let seller: Person;
let services: PushService[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await allowLocalPushService(server.sql);
  key = await (await fetch(`${server.url}/_push/key`)).text();
});
afterAll(() => server.stop());

beforeEach(async () => {
  dealer = await createDealership(server);
  seller = await createSalesperson(server, dealer.id, { fullName: "Vera Ventas" });
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
});

async function openDevice(person: Person, port?: number): Promise<PushService> {
  const service = await startPushService(port ?? (await findFreePort()), key);
  services.push(service);
  expect((await subscribe(person.client, service)).error).toBeNull();
  return service;
}

const ask = async (person: Person, changes: Record<string, unknown> = {}) => {
  expect((await postLead(server, makeInquiry(person, changes))).status).toBe(200);
};

const shownBy = async (device: PushService, count = 1) => {
  await vi.waitFor(() => expect(device.shown).toHaveLength(count), patience);
  return device.shown.map(({ notice }) => notice);
};

const subscriptionsOf = (person: Person) =>
  server.sql`select endpoint from public.push_subscriptions where user_id = ${person.id}`;

describe("a lead", () => {
  test("shows only who asks about what, to the salesperson and the dealership", async () => {
    const [own, led] = [await openDevice(seller), await openDevice(dealer)];
    const vehicleId = await publishVehicle(server, dealer);
    await ask(seller, { type: "vehicle_inquiry", vehicleId, message: "Llámame al 305-555-0123" });
    const [lead] = await findLeads(server, seller);
    const about = {
      title: "Nueva consulta: Hyundai Kona 2023",
      url: `/leads?prospecto=${lead?.id}`,
      tag: lead?.id,
    };
    expect(await shownBy(own)).toEqual([{ ...about, body: "Ana Pérez te ha pedido información." }]);
    expect(await shownBy(led)).toEqual([
      { ...about, body: "Ana Pérez ha pedido información a Vera Ventas, de tu equipo." },
    ]);
    const [sent] = own.shown;
    expect(sent?.subject).toBe("mailto:hola@vitrina.example");
    expect(sent?.ttl).toBeGreaterThan(86_000);
  });

  test("of a colleague or another dealership is not shown to a salesperson", async () => {
    const colleague = await createSalesperson(server, dealer.id);
    const stranger = await createDealership(server);
    const others = [await openDevice(colleague), await openDevice(stranger)];
    const own = await openDevice(seller);
    await ask(seller);
    await shownBy(own);
    // The dealership's own devices are notified too, perhaps later.
    await vi.waitFor(async () => {
      const [left] = await server.sql`
        select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'send_push'`;
      expect(left?.jobs).toBe(0);
    }, patience);
    expect(others.flatMap(({ shown }) => shown)).toEqual([]);
  });

  test("that is reassigned is shown to the new recipient, not to the dealership", async () => {
    const [own, led] = [await openDevice(seller), await openDevice(dealer)];
    await ask(dealer, { name: "Llama al 305 555 0123" });
    expect(await shownBy(led)).toMatchObject([{ body: "Un cliente te ha pedido información." }]);
    const [lead] = await findLeads(server, dealer);
    const handed = { p_lead_id: lead?.id, p_recipient_id: seller.id };
    expect((await dealer.client.rpc("reassign_lead", handed)).error).toBeNull();
    expect(await shownBy(own)).toMatchObject([{ tag: lead?.id }]);
    expect(led.shown).toHaveLength(1);
  });

  test("is stored and mailed while the push service is down, and shown once it is back", async () => {
    const port = await findFreePort();
    const device = await openDevice(dealer, port);
    await device.stop();
    services = [];
    await ask(dealer);
    await waitForMailsTo(server.dataDir, dealer.email);
    expect(await findLeads(server, dealer)).toHaveLength(1);
    await vi.waitFor(async () => {
      const [job] = await server.sql`
        select attempts from graphile_worker.jobs where task_identifier = 'send_push'`;
      expect(job?.attempts).toBe(1);
    }, patience);

    const back = await startPushService(port, key);
    services.push(back);
    await server.sql`update public.push_subscriptions
      set p256dh = ${back.subscription.p_p256dh}, auth = ${back.subscription.p_auth}
      where user_id = ${dealer.id}`;
    expect(await shownBy(back)).toMatchObject([{ title: "Nueva consulta" }]);
  });
});

describe("a push subscription", () => {
  test.each([404, 410, 403])("is removed after the push service answers %i", async (status) => {
    const device = await openDevice(dealer);
    device.status = status;
    await ask(dealer);
    await vi.waitFor(async () => expect(await subscriptionsOf(dealer)).toEqual([]), patience);
  });

  test("of a dealer who has signed out gets no notice", async () => {
    const device = await openDevice(dealer);
    await dealer.client.auth.signOut();
    expect(await subscriptionsOf(dealer)).toEqual([]);
    await ask(dealer);
    await waitForMailsTo(server.dataDir, dealer.email);
    expect(device.shown).toEqual([]);
  });

  test("gets at most ten test notices, and only when its own dealer sends them", async () => {
    const device = await openDevice(dealer);
    const { p_endpoint } = device.subscription;
    const send = (person: Person) => person.client.rpc("send_test_push", { p_endpoint });
    expect((await send(seller)).error).toMatchObject({ code: "42501" });
    const answers = await Promise.all(Array.from({ length: 11 }, () => send(dealer)));
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([
      "Ya enviaste varias pruebas. Espera unos minutos.",
    ]);
    const [notice] = await shownBy(device, 10);
    expect(notice).toMatchObject({ title: "Los avisos funcionan", url: "/leads" });
  });
});
