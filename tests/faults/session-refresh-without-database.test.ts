import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DataFolder } from "#tests/support/server-process.ts";
import { signInAsDealer, type Refreshed } from "./sign-in-as-dealer.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

describe("fault 3: PostgreSQL is down during a refresh", () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = createPreparedFolder();
  });
  afterEach(() => folder.remove());

  test("a dealer gets 503 and is not signed out, and the old token works afterwards", async () => {
    const server = await folder.start();
    const dealer = await signInAsDealer(server.url, folder.path);
    process.kill(folder.postmasterPid(), "SIGKILL");
    const first = await Promise.all(Array.from({ length: 4 }, () => dealer.refresh(dealer.token)));
    const answers: Refreshed[] = [...first];
    while (answers.at(-1)?.status !== 200) answers.push(await dealer.refresh(dealer.token));

    const refused = answers.flatMap(({ status }) => (status === 200 ? [] : [status]));
    expect(new Set(refused)).toEqual(new Set([503]));
    const active = answers.at(-1)?.token ?? "";
    expect(await dealer.refresh(active)).toMatchObject({ status: 200 });
  });

  test("a dealer stays signed in when the client refreshes during the outage", async () => {
    const server = await folder.start();
    const { client } = await signInAsDealer(server.url, folder.path);
    process.kill(folder.postmasterPid(), "SIGKILL");
    const { error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    // A connection may outlive its server briefly, so wait for the outage.
    const email = async () => (await client.auth.getUser()).data.user?.email;
    await expect.poll(email).toBe("dealer@example.com");
  });
});
