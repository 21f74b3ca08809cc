import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { type CaughtMail, startMailCatcher } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { findLeads, postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership } from "#tests/support/people.ts";
import { startTestServer } from "#tests/support/server.ts";
import { createDataFolder, makeAnonKey } from "#tests/support/server-process.ts";

const endings: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startCatcher(...input: Parameters<typeof startMailCatcher>) {
  const catcher = await startMailCatcher(...input);
  endings.push(() => catcher.stop());
  return catcher;
}

const idsOf = (mails: CaughtMail[]) => mails.map(({ email }) => email.messageId);

describe("fault 10: the mail server stops while 60 customers send inquiries", () => {
  test("each gets an answer, and the dealer gets 60 mails, none twice, once it is back", async () => {
    const port = await findFreePort();
    const server = await startTestServer({ smtpUrl: `smtp://127.0.0.1:${port}` });
    endings.push(() => server.stop());
    const dealer = await createDealership(server);
    const before = await startCatcher(port);

    await sendMany(60, async (number) => {
      if (number === 20) await before.stop();
      const typed = makeInquiry(dealer, { message: `Cliente ${number}` });
      expect((await postLead(server, typed)).status).toBe(200);
    });
    expect(await findLeads(server, dealer)).toHaveLength(60);
    const [waiting] = await server.sql`
      select count(*)::int as mails from private.outgoing_mail where state = 'queued'`;
    expect(waiting?.mails).toBeGreaterThan(0);

    const after = await startCatcher(port);
    await vi.waitFor(async () => {
      const [left] = await server.sql`
        select count(*)::int as mails from private.outgoing_mail where state <> 'sent'`;
      if (left?.mails !== 0) throw new Error(`${left?.mails} mails are not sent`);
    }, patience);
    const received = [...before.received, ...after.received];
    expect(received).toHaveLength(60);
    expect(new Set(idsOf(received)).size).toBe(60);
    const replyAddresses = new Set(received.map(({ email }) => email.replyTo?.[0]?.address));
    const leads = await findLeads(server, dealer);
    expect(replyAddresses).toEqual(new Set(leads.map(({ email }) => email)));
  });
});

describe("fault 11: the mail server accepts a lead's mail and the process dies first", () => {
  test("the dealer gets the mail once more under the same Message-ID, then never again", async () => {
    const port = await findFreePort();
    const { folder, environment, sql } = await prepareProcess(port);
    const first = await folder.start(environment);
    const before = await startCatcher(port, undefined, () => first.child.kill("SIGKILL"));
    const host = { url: first.url, anonKey: await makeAnonKey(folder.path) };
    const [dealer] = await sql<{ id: string }[]>`
      with made as (insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'dealer@example.com', now()) returning id)
      select id from made`;
    await sql`update public.profiles set role = 'concesionario', is_active = true, public_slug = 'autos' where id = ${dealer?.id ?? null}`;
    await sql`select private.prove_email(${dealer?.id ?? null})`;

    const answer = await postLead(host, makeInquiry({ id: dealer?.id ?? "" })).catch(() => null);
    await first.ended;
    expect(before.received).toHaveLength(1);
    expect(answer === null || answer.status === 200).toBe(true);
    const [mail] = await sql`select state, attempts from private.outgoing_mail`;
    expect(mail).toEqual({ state: "queued", attempts: 1 });
    await before.stop();

    // As if the dead process's claim, which lasts a minute, had expired.
    await sql`update private.outgoing_mail set claimed_until = now() - interval '1 second', due_at = now() - interval '2 minutes'`;
    const after = await startCatcher(port);
    await folder.start(environment);
    await vi.waitFor(async () => {
      const [row] = await sql`select state, attempts from private.outgoing_mail`;
      expect(row).toEqual({ state: "sent", attempts: 2 });
    }, patience);
    expect(idsOf(after.received)).toEqual(idsOf(before.received));
    expect(await sql`select 1 from public.leads`).toHaveLength(1);
  });
});

/** Runs `work` for each number below `count`, ten at a time. */
async function sendMany(count: number, work: (number: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const worker = async () => {
    for (const number of numbers) await work(number);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

/** A database for server processes that send mail to this port. */
async function prepareProcess(port: number) {
  const database = await createTestDatabase(inject("clusterUrl"));
  endings.push(() => database.drop());
  const folder = createDataFolder();
  endings.push(async () => folder.remove());
  const environment = {
    DATABASE_URL: database.ownerUrl,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  return { folder, environment, sql: database.sql };
}
