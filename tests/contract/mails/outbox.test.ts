import { once } from "node:events";
import { get } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import {
  type MailCatcher,
  startDrippingMailServer,
  startMailCatcher,
} from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { makeAccessRequest, submitRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let port: number;
const endings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ server, port } = await startWithSmtp({ smtpTimeoutSeconds: 5 }));
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await server.sql`delete from private.outgoing_mail`;
  await server.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
});
afterAll(() => server.stop());

async function startWithSmtp(timeout: { smtpTimeoutSeconds: number }) {
  const free = await findFreePort();
  const smtpUrl = `smtp://127.0.0.1:${free}`;
  return { server: await startTestServer({ smtpUrl, ...timeout }), port: free };
}

async function startCatcher(
  refuse?: Parameters<typeof startMailCatcher>[1],
  onMail?: () => unknown,
  at = port,
): Promise<MailCatcher> {
  const catcher = await startMailCatcher(at, refuse, onMail);
  endings.push(() => catcher.stop());
  return catcher;
}

type MailRow = {
  state: string;
  attempts: number;
  last_error: string | null;
  message_id: string | null;
  data: Record<string, unknown>;
};

/** Waits until the mail to this address matches. */
function waitForRow(recipient: string, fits: (row: MailRow) => boolean, { sql } = server) {
  return vi.waitFor(async () => {
    const [row] = await sql<MailRow[]>`
      select state, attempts, last_error, message_id, data from private.outgoing_mail where recipient = ${recipient}`;
    if (!row || !fits(row)) throw new Error(`The mail is ${JSON.stringify(row)}`);
    return row;
  }, patience);
}

const queue = (recipient: string, { sql } = server) =>
  sql`select private.queue_mail('access-approved', ${recipient}, '{"name": "Ana"}')`;

const jobs = () =>
  server.sql`select 1 from graphile_worker.jobs where task_identifier = 'send_mail'`;

/** Waits until the mail is sent, with each retry immediately instead of after its pause. */
function waitUntilSent(recipient: string, { sql } = server) {
  return vi.waitFor(async () => {
    await sql`
      select graphile_worker.add_job('send_mail', json_build_object('id', id), job_key => 'mail:' || id)
      from private.outgoing_mail
      where recipient = ${recipient} and state = 'queued' and claimed_until is null`;
    const [row] = await sql<MailRow[]>`
      select * from private.outgoing_mail where recipient = ${recipient} and state = 'sent'`;
    if (!row) throw new Error("The mail is not sent");
    return row;
  }, patience);
}

describe("while the mail server is down", () => {
  test("a mail is queued and the request answered; it is sent once the server is back", async () => {
    const typed = makeAccessRequest();
    expect(await submitRequest(server, typed)).toEqual({ status: 200, body: { success: true } });
    const waiting = await waitForRow(
      typed.email,
      ({ attempts, last_error }) => attempts > 0 && last_error !== null,
    );
    expect(waiting).toMatchObject({
      state: "queued",
      last_error: expect.stringContaining("ECONNREFUSED"),
    });

    const catcher = await startCatcher();
    const sent = await waitForRow(typed.email, ({ state }) => state === "sent");
    expect(sent.data).toEqual({});
    expect(catcher.received.map(({ recipients }) => recipients)).toEqual([[typed.email]]);
    expect(catcher.received[0]?.email.messageId).toBe(`<${waiting.message_id}>`);
    // The job is deleted shortly after the mail is accepted.
    await expect.poll(jobs).toHaveLength(0);
  });
});

describe("a mail server", () => {
  test("that is busy gets the same mail again, under the same Message-ID", async () => {
    let refusals = 2;
    const catcher = await startCatcher(() => {
      refusals -= 1;
      return refusals < 0 ? undefined : { code: 451, message: "Try again later" };
    });
    await queue("busy@example.com");
    const first = await waitForRow("busy@example.com", ({ last_error }) => last_error !== null);
    expect(first.last_error).toContain("Try again later");
    const sent = await waitUntilSent("busy@example.com");
    expect(sent).toMatchObject({ attempts: 3, message_id: first.message_id, last_error: null });
    expect(catcher.received).toHaveLength(1);
  });

  test("that rejects a mailbox is tried once; the mail is stored as dead with the reason", async () => {
    await startCatcher((recipient) =>
      recipient === "missing@example.com" ? { code: 550, message: "No such mailbox" } : undefined,
    );
    await queue("missing@example.com");
    const dead = await waitForRow("missing@example.com", ({ state }) => state === "dead");
    expect(dead).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining("No such mailbox"),
    });
    await expect.poll(jobs).toHaveLength(0);
  });

  test("that accepts a mail without replying times out, and gets the same mail again", async () => {
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const isFirst = () => catcher.received.length === 1;
    const catcher = await startCatcher(undefined, () => (isFirst() ? hanging : undefined));
    await queue("slow@example.com");
    await vi.waitFor(() => expect(catcher.received).toHaveLength(1), patience);

    const typed = makeAccessRequest();
    expect((await submitRequest(server, typed)).status).toBe(200);
    await waitForRow(typed.email, ({ state }) => state === "sent");
    expect(await waitUntilSent("slow@example.com")).toMatchObject({ attempts: 2 });
    goOn();
    const [first, , second] = catcher.received.map(({ email }) => email.messageId);
    expect(first).toBe(second);
  });

  describe("with a time limit of one second", () => {
    let hasty: Awaited<ReturnType<typeof startWithSmtp>>;
    beforeAll(async () => {
      hasty = await startWithSmtp({ smtpTimeoutSeconds: 1 });
    });
    afterAll(() => hasty.server.stop());

    test.each([
      ["EHLO", ["one@example.com", "two@example.com", "three@example.com"]],
      ["a mail", ["four@example.com", "five@example.com", "six@example.com"]],
    ] as const)(
      "that never finishes its reply to %s gets each mail after recovery",
      async (answerTo, recipients) => {
        const slow = await startDrippingMailServer(hasty.port, { answerTo, everyMs: 100 });
        endings.push(() => slow.stop());
        for (const recipient of recipients) await queue(recipient, hasty.server);
        const failed = ({ last_error }: MailRow) => last_error !== null;
        const rows = await Promise.all(
          recipients.map((each) => waitForRow(each, failed, hasty.server)),
        );
        expect(new Set(rows.map(({ state, last_error }) => `${state}: ${last_error}`))).toEqual(
          new Set(["queued: The mail server took too long"]),
        );
        await vi.waitFor(() => expect(slow.open()).toBe(0), patience);
        await slow.stop();

        const catcher = await startCatcher(undefined, undefined, hasty.port);
        await Promise.all(recipients.map((each) => waitUntilSent(each, hasty.server)));
        const messageIds = catcher.received.map(({ email }) => String(email.messageId));
        expect(messageIds.sort()).toEqual(rows.map((row) => `<${row.message_id}>`).sort());
        expect(messageIds).toEqual(expect.arrayContaining(slow.messageIds));
      },
    );
  });

  test("gets forty mails that were queued concurrently once each", async () => {
    const catcher = await startCatcher();
    const recipients = Array.from({ length: 40 }, (_, turn) => `person-${turn}@example.com`);
    await server.sql`select private.queue_mail('access-approved', r, '{"name": "Ana"}') from unnest(${recipients}::text[]) as r`;
    await vi.waitFor(async () => {
      const left = await server.sql`select 1 from private.outgoing_mail where state <> 'sent'`;
      if (left.length > 0) throw new Error(`${left.length} mails are not sent`);
    }, patience);
    expect(catcher.received.flatMap((mail) => mail.recipients).sort()).toEqual(recipients.sort());
  });
});

describe("the outbox", () => {
  test("has no mail from a rolled-back transaction", async () => {
    const undone = server.sql.begin(async (sql) => {
      await sql`select private.queue_mail('access-approved', 'undone@example.com', '{}')`;
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    expect(await server.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
    expect(await jobs()).toHaveLength(0);
  });

  test("sends a mail that a dead worker had claimed", async () => {
    const catcher = await startCatcher();
    await server.sql`
      insert into private.outgoing_mail (template, recipient, attempts, due_at, claimed_until)
      values ('access-approved', 'left@example.com', 1, now() - interval '5 minutes', now() - interval '4 minutes'),
        ('access-approved', 'in-hand@example.com', 1, now() - interval '5 minutes', now() + interval '1 minute')`;
    await server.sql`select graphile_worker.add_job('sweep_mail')`;
    await waitForRow("left@example.com", ({ state }) => state === "sent");
    await vi.waitFor(async () => {
      const jobs = await server.sql`select 1 from graphile_worker.jobs`;
      if (jobs.length > 0) throw new Error("a job is left");
    }, patience);
    expect(catcher.received.map(({ recipients }) => recipients)).toEqual([["left@example.com"]]);
  });

  test("sends mails that a clock one day ahead had postponed, once the clock is right", async () => {
    await startCatcher();
    await server.sql`
      insert into private.outgoing_mail (template, recipient, attempts, due_at, claimed_until)
      values ('access-approved', 'put-off@example.com', 1, now() + interval '1 day', null),
        ('access-approved', 'claimed@example.com', 1, now() + interval '1 day', now() + interval '1 day'),
        ('access-approved', 'retried@example.com', 1, now() + interval '4 minutes', null)`;
    await server.sql`select graphile_worker.add_job('sweep_mail')`;
    await waitForRow("put-off@example.com", ({ state }) => state === "sent");
    await waitForRow("claimed@example.com", ({ state }) => state === "sent");
    await waitForRow("retried@example.com", ({ state }) => state === "queued");
  });

  test("stores a mail that no template can render as dead", async () => {
    await server.sql`select private.queue_mail('verify-email', 'a@example.com', '{}'), private.queue_mail('no-such-mail', 'b@example.com', '{}')`;
    await waitForRow("a@example.com", ({ state }) => state === "dead");
    const unknown = await waitForRow("b@example.com", ({ state }) => state === "dead");
    expect(unknown.last_error).toBe('There is no mail template "no-such-mail"');
  });

  test("rejects a recipient that is not exactly one address", async () => {
    const wrong = [
      "a@example.com\r\nBcc: victim@example.com",
      "a@example.com, victim@example.com",
      "Ana <a@example.com>",
      "a@b@example.com",
      "ana",
      "",
    ];
    for (const recipient of wrong) {
      await expect(queue(recipient), recipient).rejects.toMatchObject({ code: "23514" });
    }
    expect(await server.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
    expect(await jobs()).toHaveLength(0);
  });

  test("is inaccessible to every API role", async () => {
    for (const client of [server.anonymous(), server.service()]) {
      const read = await client.schema("private").from("outgoing_mail").select("*");
      const called = await client.rpc("queue_mail", {
        p_template: "access-approved",
        p_recipient: "a@example.com",
      });
      expect(read.status).toBe(406);
      expect(called.status).toBe(404);
    }
    expect(await server.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
  });
});

describe("the inbox at /_mail", () => {
  test("exists on a local site without a mail server", async () => {
    const local = await startTestServer();
    endings.push(() => local.stop());
    const typed = makeAccessRequest();
    await submitRequest(local, typed);
    const page = await vi.waitFor(async () => {
      const html = await (await fetch(`${local.url}/_mail`)).text();
      if (!html.includes(typed.email)) throw new Error("the mail is not listed yet");
      return html;
    }, patience);
    const [, address] = page.match(/href="(\/_mail\/[^"]+)"/) ?? [];
    const mail = await (await fetch(`${local.url}${address}`)).text();
    expect(mail).toContain("/confirm#token_hash=");
  });

  test("does not exist when mails are sent", async () => {
    expect((await fetch(`${server.url}/_mail`)).status).toBe(404);
  });

  test("does not exist on a site with a public address, with any Host header", async () => {
    const site = await startTestServer({ siteUrl: "https://vitrina.example" });
    endings.push(() => site.stop());
    const at = Number(new URL(site.url).port);
    for (const host of [`localhost:${at}`, "127.0.0.1", "vitrina.example"]) {
      expect(await statusAs(host, at), host).toBe(404);
    }
  });
});

/** The status for any Host header, which fetch does not allow to set. */
async function statusAs(host: string, port: number): Promise<number | undefined> {
  const asked = get({ port, host: "localhost", path: "/_mail", headers: { host }, agent: false });
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode;
}
