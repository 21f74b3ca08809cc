import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readMailsTo, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { findLeads, postLead, publishVehicle, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let seller: Person;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
});
afterAll(() => server.stop());

beforeEach(async () => {
  dealer = await createDealership(server);
  seller = await createSalesperson(server, dealer.id, { fullName: "Luis Herrera" });
});

const send = (body: unknown) => invoke(server.anonymous(), "send-lead-notification", body);
const success = { status: 200, body: { success: true } };

describe("a visitor who asks about a vehicle", () => {
  test("gets a lead stored, with a phone number that WhatsApp accepts", async () => {
    const vehicleId = await publishVehicle(server, dealer);
    const typed = makeInquiry(dealer, { type: "vehicle_inquiry", vehicleId });
    expect(await send(typed)).toEqual(success);
    expect(await findLeads(server, dealer)).toMatchObject([
      {
        kind: "vehicle_inquiry",
        dealership_id: dealer.id,
        vehicle_id: vehicleId,
        vehicle_title: "Hyundai Kona 2023",
        name: typed.name,
        email: typed.email,
        phone: "+13055550123",
        message: typed.message,
        state: "Nuevo",
      },
    ]);
  });

  test("can be answered by reply, WhatsApp, phone or address from the dealer's mail", async () => {
    const vehicleId = await publishVehicle(server, dealer);
    const typed = makeInquiry(dealer, { type: "vehicle_inquiry", vehicleId });
    await send(typed);
    const [lead] = await findLeads(server, dealer);
    const [mail] = await waitForMailsTo(server.dataDir, dealer.email);
    expect(mail?.subject).toBe("Nueva consulta: Hyundai Kona 2023 (Ana Pérez)");
    expect(mail?.replyTo).toEqual([{ name: "", address: typed.email }]);
    expect(mail?.to).toEqual([{ name: "", address: dealer.email }]);
    for (const part of [
      'href="https://wa.me/13055550123?text=Hola%2C%20Ana',
      'href="tel:+13055550123"',
      `href="mailto:${typed.email}?subject=Hyundai%20Kona%202023`,
      `href="${server.url}/leads?prospecto=${lead?.id}"`,
      `href="${server.url}/vehicle/${vehicleId}"`,
      "$21,900",
      "KM8K2CAB6PU173086",
      typed.message,
    ]) {
      expect(mail?.html).toContain(part);
    }
    expect(mail?.text).toContain("https://wa.me/13055550123?text=");
    expect(mail?.text).toContain(`Correo: ${typed.email}`);
  });

  test("on a salesperson's page writes to them, with a copy to the dealership", async () => {
    const vehicleId = await publishVehicle(server, dealer);
    await send(makeInquiry(seller, { type: "vehicle_inquiry", vehicleId }));
    const [own] = await waitForMailsTo(server.dataDir, seller.email);
    const [copy] = await waitForMailsTo(server.dataDir, dealer.email);
    expect(own?.text).toContain("Hola, Luis Herrera:");
    expect(copy?.text).toContain("a Luis Herrera, de tu equipo");
    const read = await seller.client.from("leads").select("name, dealership_id");
    expect(read.data).toEqual([{ name: "Ana Pérez", dealership_id: dealer.id }]);
    expect((await dealer.client.from("leads").select("recipient_name")).data).toEqual([
      { recipient_name: "Luis Herrera" },
    ]);
  });

  test("has the phone read in the dealership's country, also on a salesperson's page", async () => {
    await server.sql`update public.profiles
      set config = '{"profile": {"country": "MX"}}' where id = ${dealer.id}`;
    for (const recipient of [dealer, seller]) {
      await send(makeInquiry(recipient, { phone: "55 1234 5678" }));
    }
    const leads = await server.sql`
      select phone from public.leads where dealership_id = ${dealer.id}`;
    expect(leads.map(({ phone }) => phone)).toEqual(["+525512345678", "+525512345678"]);
  });

  test("that is hidden or of another dealer, or asks an inactive one, gets an error", async () => {
    const other = await createDealership(server);
    const gone = await createDealership(server, { active: false });
    const vehicleId = await publishVehicle(server, other);
    const unavailable = { status: 400, body: { error: "Este vehículo ya no está disponible." } };
    const unknown = {
      status: 400,
      body: { error: "Este concesionario o vendedor ya no recibe solicitudes." },
    };
    const about = { type: "vehicle_inquiry", vehicleId };
    expect(await send(makeInquiry(dealer, about))).toEqual(unavailable);
    await server.sql`update public.vehicles set published = false where id = ${vehicleId}`;
    expect(await send(makeInquiry(other, about))).toEqual(unavailable);
    expect(await send(makeInquiry(gone))).toEqual(unknown);
    expect(await send(makeInquiry({ id: crypto.randomUUID() }))).toEqual(unknown);
    for (const person of [dealer, other, gone]) {
      expect(await findLeads(server, person)).toHaveLength(0);
    }
  });
});

describe("a signed-in person", () => {
  test("sends an inquiry like a visitor, also about an own unpublished vehicle", async () => {
    const vehicleId = await publishVehicle(server, dealer);
    await server.sql`update public.vehicles set published = false where id = ${vehicleId}`;
    const typed = makeInquiry(dealer, { type: "vehicle_inquiry", vehicleId });
    const stranger = await createDealership(server);
    expect(await invoke(stranger.client, "send-lead-notification", typed)).toMatchObject({
      status: 400,
    });
    expect(await invoke(seller.client, "send-lead-notification", typed)).toEqual(success);
    expect(await findLeads(server, dealer)).toHaveLength(1);
  });
});

describe("an invalid field", () => {
  test.each([
    ["Escribe tu nombre.", { name: " " }],
    ["Escribe tu nombre.", { name: undefined }],
    ["Escribe tu correo electrónico.", { email: "" }],
    ["El correo electrónico no es válido.", { email: "ana" }],
    ["El correo electrónico no es válido.", { email: `${"x".repeat(250)}@example.com` }],
    ["El mensaje puede tener como máximo 2000 caracteres.", { message: "x".repeat(2001) }],
    ["El mensaje contiene caracteres que no se admiten.", { message: "nada\0" }],
    ["El teléfono no es válido.", { phone: "1".repeat(41) }],
    ["El destinatario no es válido.", { recipientId: "nadie" }],
    ["El vehículo no es válido.", { type: "vehicle_inquiry" }],
    ["El tipo de solicitud no es válido.", { type: "referral" }],
    ["El envío no es válido.", { submissionId: "otra" }],
  ])("is rejected, and nothing is stored: %s", async (error, changes) => {
    expect(await send(makeInquiry(dealer, changes))).toEqual({ status: 400, body: { error } });
    expect(await findLeads(server, dealer)).toHaveLength(0);
  });

  test("is rejected also where the body is not an object", async () => {
    for (const body of [[], "x", 1]) expect((await postLead(server, body)).status).toBe(400);
  });

  test("that is optional is accepted: no phone, no message, an invalid phone", async () => {
    const bare = makeInquiry(dealer, { phone: undefined, message: "" });
    expect(await send({ ...bare, submissionId: undefined })).toEqual(success);
    expect(await send(makeInquiry(dealer, { phone: "prefiero correo" }))).toEqual(success);
    expect(await findLeads(server, dealer)).toMatchObject([
      { phone: null, message: null },
      { phone: "prefiero correo" },
    ]);
    const mails = await waitForMailsTo(server.dataDir, dealer.email, 2);
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail.html).not.toMatch(/wa\.me|tel:|undefined|null/);
  });
});

describe("an attack (threats 33 and 34)", () => {
  test.each([
    [{ name: "Ana\r\nBcc: victim@example.com" }],
    [{ name: "Ana\nX-Evil: 1" }],
    [{ email: "ana@example.com\r\nBcc: victim@example.com" }],
    [{ email: "ana@example.com,victim@example.com" }],
    [{ email: "Ana <ana@example.com>" }],
  ])(
    "with a line break or second address in %j is rejected, and no mail is sent",
    async (changes) => {
      expect((await send(makeInquiry(dealer, changes))).status).toBe(400);
      expect(await findLeads(server, dealer)).toHaveLength(0);
      expect(await readMailsTo(server.dataDir, "victim@example.com")).toEqual([]);
    },
  );

  test("with a line separator in the name sends one mail, with a space instead", async () => {
    const name = "Ana\u2028Bcc: victim@example.com";
    expect(await send(makeInquiry(dealer, { name }))).toEqual(success);
    expect(await findLeads(server, dealer)).toMatchObject([
      { name: "Ana Bcc: victim@example.com" },
    ]);
    await waitForMailsTo(server.dataDir, dealer.email);
    expect(await readMailsTo(server.dataDir, "victim@example.com")).toEqual([]);
  });

  test("with markup and false headers in the message sends plain text", async () => {
    const typed = makeInquiry(dealer, {
      name: '<img src=x onerror="alert(1)">',
      message:
        "<script>alert(1)</script>\r\nBcc: victim@example.com\r\n\r\n.\r\nMAIL FROM:<x@example.com>",
    });
    expect(await send(typed)).toEqual(success);
    const [mail] = await waitForMailsTo(server.dataDir, dealer.email);
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mail?.text).toContain("> MAIL FROM:<x@example.com>");
    expect(mail?.headers.filter(({ key }) => key === "to")).toHaveLength(1);
  });

  test("by a bot that fills in the hidden field gets the usual answer; nothing is stored", async () => {
    expect(await send(makeInquiry(dealer, { company: "ACME" }))).toEqual(success);
    expect(await findLeads(server, dealer)).toHaveLength(0);
    expect(
      await server.sql`select 1 from private.outgoing_mail where recipient = ${dealer.email}`,
    ).toHaveLength(0);
  });

  test("from one network ends after ten per recipient; other networks are not limited", async () => {
    const spam = (turn: number) =>
      postLead(server, makeInquiry(dealer, { message: `Oferta ${turn}` }), {
        forwardedFor: "203.0.113.20",
      });
    for (let turn = 0; turn < 10; turn += 1) expect((await spam(turn)).status).toBe(200);
    const refused = await spam(10);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.error).toMatch(/^Has enviado muchas solicitudes/);
    const next = await postLead(server, makeInquiry(dealer), { forwardedFor: "203.0.113.21" });
    expect(next.status).toBe(200);
    expect(await findLeads(server, dealer)).toHaveLength(11);
  });

  test("from the server's own machine ends after 250, across all recipients", async () => {
    const { id } = await createDealership(server);
    const spam = (recipient: { id: string }, turn: number) =>
      postLead(server, makeInquiry(recipient, { message: `Oferta ${turn}` }), {
        forwardedFor: "127.0.0.9",
      });
    const first = await Promise.all(Array.from({ length: 20 }, (_, turn) => spam(dealer, turn)));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    await server.sql`
      select private.take_attempt('lead:machine', '127.0.0.9', 250, '1 hour') from generate_series(21, 250)`;
    const refused = await spam({ id }, 250);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.error).toMatch(/^Has enviado muchas solicitudes/);
    expect(await findLeads(server, { id })).toEqual([]);
  });

  test("through REST cannot read, write or call anything", async () => {
    await send(makeInquiry(dealer));
    const visitor = server.anonymous();
    const answers = await Promise.all([
      visitor.from("leads").select("*"),
      visitor.from("leads").insert({ kind: "general_inquiry", name: "x", email: "x@example.com" }),
      visitor.from("leads").update({ state: "Perdido" }).eq("recipient_id", dealer.id),
      visitor.from("leads").delete().eq("recipient_id", dealer.id),
      visitor.rpc("receive_lead", {
        p_recipient_id: dealer.id,
        p_vehicle_id: null,
        p_name: "x",
        p_email: "x@example.com",
        p_phone: null,
        p_message: null,
        p_submission_id: null,
        p_caller_id: null,
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    const embedded = await visitor.from("profiles").select("id, leads!leads_recipient_id_fkey(*)");
    expect(embedded.error?.code).toBe("PGRST200");
    expect(await findLeads(server, dealer)).toMatchObject([{ state: "Nuevo" }]);
  });
});

describe("a form that is sent twice", () => {
  test("twenty times concurrently creates one lead and one mail; all answers succeed", async () => {
    const typed = makeInquiry(dealer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(typed)));
    expect(answers).toEqual(answers.map(() => success));
    expect(await findLeads(server, dealer)).toHaveLength(1);
    await waitForMailsTo(server.dataDir, dealer.email);
    expect(
      await server.sql`select 1 from private.outgoing_mail where recipient = ${dealer.email}`,
    ).toHaveLength(1);
  });
});

describe("a recipient", () => {
  test("can set only the state and notes of a lead", async () => {
    await send(makeInquiry(dealer));
    const [lead] = await findLeads(server, dealer);
    const change = (values: object) =>
      dealer.client.from("leads").update(values).eq("id", lead?.id).select("state, notes");
    expect((await change({ state: "Convertido", notes: "Vino el lunes" })).data).toEqual([
      { state: "Convertido", notes: "Vino el lunes" },
    ]);
    expect((await change({ email: "otra@example.com" })).status).toBe(403);
    expect((await change({ state: "Vendido" })).status).toBe(400);
  });
});
