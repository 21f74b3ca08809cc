import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { followLink } from "#backend-tests/support/mail-links.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { readLink } from "#tests/support/mail-links.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let email: string;
let seller: { id: string };

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
});
beforeEach(async () => {
  email = `ana-${randomUUID()}@example.com`;
  const typed = { email, password: "una-clave", fullName: "Ana Pérez" };
  const { body } = await invoke(dealer.client, "create-salesperson", typed);
  seller = { id: (body as { userId: string }).userId };
});
afterAll(() => server.stop());

const mails = async () => {
  const rows = await server.sql<{ template: string }[]>`
    select template from private.outgoing_mail where recipient = ${email} order by created_at`;
  return rows.map(({ template }) => template);
};

const ask = async (message: string) => {
  const typed = makeInquiry({ ...dealer, ...seller }, { message });
  expect((await postLead(server, typed)).status).toBe(200);
};

describe("a salesperson with an address that the dealership entered", () => {
  test.each([
    [
      "the link that they requested in the app",
      () => server.anonymous().auth.resend({ type: "signup", email }),
      "prove-email",
    ],
    ["a recovery link", () => server.anonymous().auth.resetPasswordForEmail(email), "recovery"],
  ])("gets inquiry mails only once they have opened %s", async (_case, send, mail) => {
    await ask("¿Sigue disponible?");
    expect(await mails()).toEqual([]);
    expect((await send()).error).toBeNull();
    await ask("¿Y ahora?");
    expect(await mails()).toEqual([mail]);

    const { fragment } = await followLink(await readLink(server, email));
    expect(fragment.access_token).toMatch(/^eyJ/);
    await ask("¿Todavía?");
    expect(await mails()).toEqual([mail, "new-inquiry"]);
    await server.anonymous().auth.resend({ type: "signup", email });
    expect(await mails()).toEqual([mail, "new-inquiry"]);
  });

  test("can sign in, and keeps the password after opening the link", async () => {
    const signIn = () =>
      server.anonymous().auth.signInWithPassword({ email, password: "una-clave" });
    expect((await signIn()).error).toBeNull();
    await server.anonymous().auth.resend({ type: "signup", email });
    await followLink(await readLink(server, email));
    expect((await signIn()).error).toBeNull();
  });

  test("must confirm the new address after the dealership changes it", async () => {
    await server.anonymous().auth.resend({ type: "signup", email });
    await followLink(await readLink(server, email));
    email = `otra-${email}`;
    const change = { userId: seller.id, newEmail: email };
    await invoke(dealer.client, "update-user-email-by-admin", change);
    await ask("¿Sigue disponible?");
    expect(await mails()).toEqual([]);
  });
});

test("an address that an administrator or the service confirmed gets inquiry mails", async () => {
  const admin = await createAdmin(server);
  await invoke(admin.client, "update-user-email-by-admin", {
    userId: seller.id,
    newEmail: `otra-${email}`,
  });
  email = `otra-${email}`;
  await ask("¿Sigue disponible?");
  expect(await mails()).toEqual(["new-inquiry"]);

  email = `tercera-${email}`;
  const { auth } = server.service();
  await auth.admin.updateUserById(seller.id, { email });
  await ask("¿Y ahora?");
  expect(await mails()).toEqual([]);
  await auth.admin.updateUserById(seller.id, { email_confirm: true });
  await ask("¿Todavía?");
  expect(await mails()).toEqual(["new-inquiry"]);
});
