import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  createDataFolder,
  type DataFolder,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { runOperator } from "./run-operator.ts";

let folder: DataFolder;
let elsewhere: string;
beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "vitrina-elsewhere-"));
});
afterEach(() => {
  folder.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

describe("fault 14: the socket of a running PostgreSQL is deleted", () => {
  test("an operator's site recovers, and other programs reach PostgreSQL again", async () => {
    folder = createPreparedFolder();
    const server = await folder.start();
    const cutOff = folder.postmasterPid();
    removeSocket();
    await vi.waitFor(() => expect([0, cutOff]).not.toContain(folder.postmasterPid()), patience);
    await vi.waitFor(() => expectReady(server), patience);
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    expect(await sql`select 1 as reached`).toEqual([{ reached: 1 }]);
    await end();
  });

  test("an operator starts again after SIGKILL, with a reachable PostgreSQL", async () => {
    folder = createPreparedFolder();
    const killed = await folder.start();
    const cutOff = folder.postmasterPid();
    removeSocket();
    killed.child.kill("SIGKILL");
    await killed.ended;
    await expectReady(await folder.start());
    expect(folder.postmasterPid()).not.toBe(cutOff);
  });
});

describe("fault 14: programs with different temporary folders", () => {
  test("an operator makes a backup, and starts over a killed server's PostgreSQL", async () => {
    folder = createPreparedFolder();
    const first = await folder.start();
    const database = folder.postmasterPid();
    const environment = { DATA_DIR: folder.path, TMPDIR: elsewhere };
    const backup = await runOperator("backup", [join(elsewhere, "one.tar.zst")], environment);
    expect(backup).toMatchObject({ code: 0, stderr: "" });
    first.child.kill("SIGKILL");
    await first.ended;
    await expectReady(await folder.start({ TMPDIR: elsewhere }));
    expect(folder.postmasterPid()).toBe(database);
  });
});

describe("fault 14: paths that PostgreSQL or a shell would misread", () => {
  const paths: [name: string, temporary: string][] = [
    [`a $HOME 'b' "c" \`d\``, "temporary"],
    ["too-long-for-a-socket-".repeat(5), "temporary"],
    ["one, two", "o'ne,two"],
  ];

  test("an operator's data folder with an unusual path works, also after it was moved", async () => {
    folder = createDataFolder();
    let last: string | undefined;
    for (const [name, temporary] of paths) {
      const DATA_DIR = join(elsewhere, name);
      if (last !== undefined) renameSync(last, DATA_DIR);
      last = DATA_DIR;
      const TMPDIR = join(elsewhere, temporary);
      mkdirSync(TMPDIR, { recursive: true });
      const server = await folder.start({ DATA_DIR, TMPDIR });
      await expectReady(server);
      server.child.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
    }
  });

  test("an operator's data folder that supports no sockets gets one elsewhere", async () => {
    folder = createPreparedFolder();
    const first = await folder.start();
    first.child.kill("SIGTERM");
    await first.ended;
    // Simulates a file system without sockets: the path of the trial socket is taken.
    mkdirSync(join(folder.path, "postgres/.s.probe"));
    await expectReady(await folder.start({ TMPDIR: elsewhere }));
    expect(socketFolder()).toContain(elsewhere);
  });
});

function socketFolder(): string {
  const note = readFileSync(join(folder.path, "postgres/postmaster.pid"), "utf8");
  return note.split("\n")[4] ?? "";
}

function removeSocket(): void {
  rmSync(join(socketFolder(), ".s.PGSQL.5432"));
}

async function expectReady({ url }: ServerProcess): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}
