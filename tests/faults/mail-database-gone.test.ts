import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { type MailCatcher, startMailCatcher } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { type DataFolder, linesOutsideLog } from "#tests/support/server-process.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
let catcher: MailCatcher;
beforeEach(() => {
  folder = createPreparedFolder();
});
afterEach(async () => {
  folder.remove();
  await catcher.stop();
});

describe("fault 11: PostgreSQL is killed between sending a mail and recording it", () => {
  test("the server keeps running, and a dealer gets the next mails", async () => {
    const port = await findFreePort();
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    catcher = await startMailCatcher(port, undefined, () => hanging);
    const server = await folder.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await queueMail("one@example.com");
    await vi.waitFor(() => expect(catcher.received).toHaveLength(1), patience);

    process.kill(folder.postmasterPid(), "SIGKILL");
    goOn();
    await vi.waitFor(
      async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503),
      patience,
    );
    await vi.waitFor(
      async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200),
      patience,
    );
    await queueMail("two@example.com");
    await vi.waitFor(
      () =>
        expect(catcher.received.map(({ recipients }) => recipients[0])).toContain(
          "two@example.com",
        ),
      patience,
    );
    expect(server.child.exitCode).toBeNull();
    expect(linesOutsideLog(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
  });
});

async function queueMail(recipient: string): Promise<void> {
  const { sql, end } = await connectToDataFolder(folder.path, "leave");
  await sql`select private.queue_mail('access-approved', ${recipient}, '{"name": "Ana"}')`;
  await end();
}
