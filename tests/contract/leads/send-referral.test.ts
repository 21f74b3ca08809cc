import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitForMailsTo } from "#backend-tests/support/mail.ts";
import { findLeads } from "#tests/support/leads.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  dealer = await createDealership(server);
});

const typeReferral = (recipient: { id: string }, changes: Record<string, unknown> = {}) => ({
  recipientId: recipient.id,
  referrerName: "Marta Ríos",
  referrerPhone: "305-555-0177",
  referredName: "Jorge Luna",
  referredPhone: "+34 600 123 456",
  company: "",
  submissionId: randomUUID(),
  ...changes,
});
const send = (body: unknown) => invoke(server.anonymous(), "send-referral-notification", body);
const success = { status: 200, body: { success: true } };

test("a visitor's friend becomes a lead of the salesperson, and both get mails", async () => {
  const seller = await createSalesperson(server, dealer.id, { fullName: "Luis Herrera" });
  expect(await send(typeReferral(seller))).toEqual(success);
  expect(await findLeads(server, seller)).toMatchObject([
    {
      kind: "referral",
      dealership_id: dealer.id,
      name: "Marta Ríos",
      phone: "+13055550177",
      referred_name: "Jorge Luna",
      referred_phone: "+34600123456",
      email: null,
    },
  ]);
  for (const { email } of [seller, dealer]) {
    const [mail] = await waitForMailsTo(server.dataDir, email);
    expect(mail?.subject).toBe("Nuevo referido: Jorge Luna, de parte de Marta Ríos");
    expect(mail?.html).toContain('href="https://wa.me/34600123456?text=');
    expect(mail?.html).toContain('href="tel:+13055550177"');
    expect(mail?.replyTo).toBeUndefined();
  }
});

test("a referral sent twenty times concurrently creates one lead", async () => {
  const typed = typeReferral(dealer);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(typed)));
  expect(answers).toEqual(answers.map(() => success));
  expect(await findLeads(server, dealer)).toHaveLength(1);
});

test("a bot that fills in the hidden field creates nothing", async () => {
  expect(await send(typeReferral(dealer, { company: "ACME" }))).toEqual(success);
  expect(await findLeads(server, dealer)).toHaveLength(0);
});

test.each([
  [{ referrerName: "" }, "Escribe tu nombre."],
  [{ referrerPhone: " " }, "Escribe tu teléfono."],
  [{ referredName: undefined }, "Escribe el nombre de tu amigo."],
  [{ referredPhone: "" }, "Escribe el teléfono de tu amigo."],
  [{ referredPhone: "llámame" }, "El teléfono no es válido."],
  [
    { referredName: "Jorge\r\nBcc: victim@example.com" },
    "El nombre contiene caracteres que no se admiten.",
  ],
  [{ recipientId: "" }, "El destinatario no es válido."],
  [{ recipientId: randomUUID() }, "Este concesionario o vendedor ya no recibe solicitudes."],
])("a referral with %j is rejected with the reason", async (changes, error) => {
  expect(await send(typeReferral(dealer, changes))).toEqual({ status: 400, body: { error } });
  expect(await findLeads(server, dealer)).toHaveLength(0);
});
