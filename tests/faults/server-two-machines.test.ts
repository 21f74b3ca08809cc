import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DataFolder } from "#tests/support/server-process.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { isolation, startIsolatedServer } from "./start-isolated-server.ts";

let folder: DataFolder;
let stop: () => void = () => undefined;
beforeEach(() => {
  folder = createPreparedFolder();
});
afterEach(() => {
  stop();
  folder.remove();
});

describe(`fault 14: a server in another container, with ${isolation}`, () => {
  test("an operator gets an error that the folder is in use, until the first is killed", async () => {
    const first = await folder.start();
    const second = await startIsolatedServer(folder.path);
    stop = second.stop;
    expect(await second.outcome).toEqual({
      code: 1,
      stderr: `The data folder ${folder.path} is in use by another process.\n`,
    });
    second.stop();
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

    const database = folder.postmasterPid();
    first.child.kill("SIGKILL");
    process.kill(database, "SIGKILL");
    await first.ended;
    const next = await startIsolatedServer(folder.path);
    stop = next.stop;
    expect(await next.outcome).toBe("ready");
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
  });
});
