import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf, waitForMailsTo } from "#backend-tests/support/mail.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  await dealer.client.rpc("set_weekly_mail", { p_wanted: true, p_zone: "America/New_York" });
  expect((await postLead(server, makeInquiry(dealer))).status).toBe(200);
  await waitForMailsTo(server.dataDir, dealer.email);
  // Monday, eight o'clock in New York.
  await server.sql`select private.queue_weekly_mails('2049-01-11T13:00:00Z')`;
  const mails = await waitForMailsTo(server.dataDir, dealer.email, 2);
  const mail = mails.find(({ subject }) => subject?.startsWith("Tu semana"));
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  address = header("list-unsubscribe").slice(1, -1);
  expect(linksOf(mail)).toContain(address);
  const other = mails.find((one) => one !== mail);
  expect(other?.headers.some(({ key }) => key.startsWith("list-"))).toBe(false);
});
afterAll(() => server.stop());

const isWanted = async () => {
  const { data } = await dealer.client.rpc("get_own_mailbox").single<{ wants_weekly: boolean }>();
  return data?.wants_weekly;
};

describe("unsubscribing from the weekly mail", () => {
  const post = (to: string, body: BodyInit) =>
    fetch(to, { method: "POST", body, redirect: "manual" });
  const oneClick = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });

  test("needs its key, and a GET of the link does not unsubscribe", async () => {
    const unknownKey = address.replace(/[0-9a-f-]{36}$/, "5f0d2a34-0c1b-4f3e-9c57-2f3c1f0d7a10");
    expect((await post(unknownKey, oneClick())).status).toBe(200);
    for (const key of ["", "'or 1=1", `${"a".repeat(36)}`]) {
      const to = `${server.url}/unsubscribe?key=${encodeURIComponent(key)}`;
      expect((await post(to, oneClick())).status).toBe(400);
    }
    await fetch(address);
    expect((await post(address, "x".repeat(70_000))).status).toBe(413);
    const type = "multipart/form-data; boundary=x";
    const broken = await fetch(address, {
      method: "POST",
      body: "--x\r\n",
      headers: { "content-type": type },
    });
    expect(broken.status).toBe(400);
    expect(await isWanted()).toBe(true);
  });

  test.each([
    ["URL-encoded", oneClick],
    [
      "multipart",
      () => {
        const form = new FormData();
        form.set("List-Unsubscribe", "One-Click");
        return form;
      },
    ],
  ])(
    "takes one click in a mail program, without an API key or a redirect: %s",
    async (_kind, body) => {
      await dealer.client.rpc("set_weekly_mail", { p_wanted: true });
      expect((await post(address, body())).status).toBe(200);
      expect(await isWanted()).toBe(false);
      expect((await post(address, body())).status).toBe(200);
    },
  );

  test("works by the form on the linked page, which confirms it", async () => {
    await dealer.client.rpc("set_weekly_mail", { p_wanted: true });
    const answer = await post(address, new URLSearchParams());
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/unsubscribe?listo"]);
    expect(await isWanted()).toBe(false);
  });
});
