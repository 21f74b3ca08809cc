import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;

describe("fault 5: fifty concurrent refreshes, and PostgreSQL is killed during them", () => {
  beforeAll(() => {
    folder = createPreparedFolder();
  });
  afterAll(() => folder.remove());

  test("a dealer's tabs get one successor or 503, and all continue afterwards", async () => {
    const server = await folder.start();
    const dealer = await signInAsDealer(server.url, folder.path);
    const first = await Promise.all(Array.from({ length: 50 }, () => dealer.refresh(dealer.token)));
    const [active] = new Set(first.map(({ token }) => token));
    expect(first).toEqual(first.map(() => ({ status: 200, token: active })));

    const killed = folder.postmasterPid();
    const asked = Array.from({ length: 50 }, (_, index) => {
      if (index === 25) process.kill(killed, "SIGKILL");
      return dealer.refresh(active ?? "");
    });
    const answers = await Promise.all(asked);
    const got = new Set(answers.flatMap(({ token }) => (token === null ? [] : [token])));
    expect(got.size).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);

    await waitUntilRestarted(killed, server.url);
    const after = await Promise.all(Array.from({ length: 50 }, () => dealer.refresh(active ?? "")));
    const [successor] = new Set(after.map(({ token }) => token));
    expect(after).toEqual(after.map(() => ({ status: 200, token: successor })));
    for (const token of got) expect(token).toBe(successor);

    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    const rows = await sql`select token from auth.refresh_tokens where not revoked`;
    expect([...rows]).toEqual([{ token: successor }]);
    await end();
  });
});

/** The killed PostgreSQL's processes may still answer briefly: wait until a new one is ready. */
async function waitUntilRestarted(killed: number, url: string): Promise<void> {
  const isBack = async () =>
    ![0, killed].includes(folder.postmasterPid()) && (await fetch(`${url}/readyz`)).status === 200;
  await expect.poll(isBack).toBe(true);
}
