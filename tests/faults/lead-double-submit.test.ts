import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createAdmin, createDealership, type Person } from "#tests/support/people.ts";
import { findRequest, invoke, submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import type { DataFolder, ServerProcess } from "#tests/support/server-process.ts";
import { type Host, openHost } from "./open-host.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
let server: ServerProcess;
let host: Host;
let admin: Person;
let dealer: Person;

beforeAll(async () => {
  folder = createPreparedFolder();
  server = await folder.start({ SIGNUP: "open" });
  host = await openHost(folder, server);
  admin = await createAdmin(host);
  dealer = await createDealership(host);
});
afterAll(async () => {
  await host.end();
  folder.remove();
});

const twenty = <T>(act: (turn: number) => PromiseLike<T>) =>
  Promise.all(Array.from({ length: 20 }, (_, turn) => act(turn)));

const isSuccess = (answer: { body: unknown }) =>
  JSON.stringify(answer.body).startsWith('{"success":true');

const accountsOf = (email: string) =>
  host.sql`select 1 from auth.users join public.profiles using (id) where users.email = ${email}`;

const mailsTo = (email: string) =>
  host.sql`select template from private.outgoing_mail where recipient = ${email} order by template`;

describe("fault 12: a form submitted twenty times takes effect once", () => {
  test("a customer's inquiry creates one lead and one mail, and every answer succeeds", async () => {
    const typed = makeInquiry(dealer);
    const answers = await twenty(() => postLead(host, typed));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { success: true }]),
    );
    expect(await host.sql`select 1 from public.leads where email = ${typed.email}`).toHaveLength(1);
    expect(await mailsTo(dealer.email)).toHaveLength(1);
  });

  test("an administrator's new account is created once, and the others get an error", async () => {
    const email = `nueva-${randomUUID()}@example.com`;
    const body = { email, password: "clave-nueva", fullName: "Nueva", role: "concesionario" };
    const answers = await twenty(() => invoke(admin.client, "create-user-by-admin", body));
    expect(answers.filter(isSuccess)).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test("a visitor's sign-up creates one account and one mail, with equal answers", async () => {
    const email = `alta-${randomUUID()}@example.com`;
    const answers = await twenty(() =>
      host.anonymous().auth.signUp({ email, password: "clave-nueva" }),
    );
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("an approval opens one account, with one slug and one mail", async () => {
    const { id, email } = await ask();
    const decide = () =>
      invoke(admin.client, "manage-access-request", { requestId: id, status: "approved" });
    const answers = await twenty(decide);
    expect(answers.filter(isSuccess)).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (isSuccess(answer) ? [] : [answer.body]));
    expect(refusals).toEqual(refusals.map(() => ({ error: "La solicitud ya fue aprobada." })));
    expect(await accountsOf(email)).toHaveLength(1);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      "access-approved",
      "verify-email",
    ]);
  });

  test("of a concurrent approval and rejection the second gets an error", async () => {
    const other = await createAdmin(host);
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await ask();
      const answers = await Promise.all([
        invoke(admin.client, "manage-access-request", { requestId: id, status: "approved" }),
        invoke(other.client, "manage-access-request", { requestId: id, status: "rejected" }),
      ]);
      expect(answers.filter(isSuccess)).toHaveLength(1);
      const [row] =
        await host.sql`select status, user_id from public.access_requests where id = ${id}`;
      const won = isSuccess(answers[0]) ? "approved" : "rejected";
      expect(row?.status).toBe(won);
      expect(await accountsOf(email)).toHaveLength(won === "approved" ? 1 : 0);
      const refusal = answers.find((answer) => !isSuccess(answer))?.body;
      expect(refusal).toEqual({
        error:
          won === "approved" ? "La solicitud ya fue aprobada." : "La solicitud ya fue rechazada.",
      });
    }
  });

  test("a customer who resends an inquiry after a server crash creates one lead", async () => {
    const typed = makeInquiry(dealer, { message: "Segunda consulta" });
    const before = (await mailsTo(dealer.email)).length;
    const asked = twenty(() => postLead(host, typed).catch(() => null));
    server.child.kill("SIGKILL");
    await Promise.all([asked, server.ended]);
    server = await folder.start({ PORT: new URL(server.url).port });
    expect((await postLead(host, typed)).body).toEqual({ success: true });
    expect(await host.sql`select 1 from public.leads where email = ${typed.email}`).toHaveLength(1);
    expect(await mailsTo(dealer.email)).toHaveLength(before + 1);
  });
});

/** A pending access request. */
async function ask(): Promise<{ id: string; email: string }> {
  const typed = makeAccessRequest();
  expect((await submitRequest(host, typed)).status).toBe(200);
  const { id } = await findRequest(host, typed.email);
  return { id, email: typed.email };
}
