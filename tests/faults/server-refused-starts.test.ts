import { spawnSync } from "node:child_process";
import { chownSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  columns,
  complete,
  failure,
  ready,
  row,
  startScriptedPostgres,
} from "#backend-tests/support/scripted-postgres.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { createPreparedFolder, startPreparedPostgres } from "./prepared-folder.ts";

const program = fileURLToPath(new URL("../support/run-server.ts", import.meta.url));

/** Runs a program under a uid without an account, as some container platforms do. */
const isRoot = process.getuid?.() === 0;
const nameless = 12_345;
const asNameless = isRoot
  ? ["setpriv", `--reuid=${nameless}`, `--regid=${nameless}`, "--clear-groups"]
  : ["unshare", "--user", `--map-user=${nameless}`];

let folder: DataFolder;
beforeEach(() => {
  folder = createDataFolder();
});
afterEach(() => folder.remove());

describe("a failed start prints one clear line", () => {
  test("an operator gets an error if the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const ending = await folder.startExpectingFailure({ PORT: port });
    other.close();
    expect(ending).toEqual({
      code: 1,
      stderr: `Port ${port} of 127.0.0.1 is taken by another process. Set PORT to a free one.\n`,
    });
  });

  test("an operator gets an error if DATA_DIR is not writable", async () => {
    const file = join(folder.path, "a-file");
    writeFileSync(file, "");
    const ending = await folder.startExpectingFailure({ DATA_DIR: join(file, "data") });
    expect(ending.code).toBe(1);
    expect(ending.stderr).toBe(`DATA_DIR ${file}/data cannot be written. Choose another folder.\n`);
  });

  test("an operator gets an error for an unreachable DATABASE_URL, without its password", async () => {
    const DATABASE_URL = "postgres://someone:top-secret@127.0.0.1:1/nowhere";
    const ending = await folder.startExpectingFailure({ DATABASE_URL });
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(
      /^DATABASE_URL \(127\.0\.0\.1:1\/nowhere\) cannot be reached: .+\n$/,
    );
    expect(ending.stderr).not.toContain("top-secret");
  });

  test("an operator gets an error if DATABASE_URL is a transaction pooler", async () => {
    const pid = [columns, row("77"), complete("SELECT 1"), ready];
    const pooler = await startScriptedPostgres({ answers: [pid, pid, pid] });
    const ending = await folder.startExpectingFailure({ DATABASE_URL: pooler.url });
    pooler.stop();
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(
      /^DATABASE_URL \(127\.0\.0\.1:\d+\/x\) cannot be used: a connection pooler .+\n$/,
    );
  });

  test("an operator gets an error if a pooler rejects session settings", async () => {
    const pooler = await startScriptedPostgres({ welcome: [failure("08P01", "FATAL"), "end"] });
    const ending = await folder.startExpectingFailure({ DATABASE_URL: pooler.url });
    pooler.stop();
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(/^DATABASE_URL .+ cannot be reached: .+ pooler .+\n$/);
  });

  test("an operator gets an error if callers cannot log in to DATABASE_URL", async () => {
    const external = await startPreparedPostgres();
    const first = await folder.start({ DATABASE_URL: external.ownerUrl });
    first.child.kill("SIGTERM");
    await first.ended;
    await external.sql`alter function private.check_session(jsonb) rename to check_session_gone`;
    const ending = await folder.startExpectingFailure({ DATABASE_URL: external.ownerUrl });
    await external.stop();
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(
      /^DATABASE_URL .+ does not accept API logins: .+ does not exist\n$/,
    );
  });

  test("an operator gets an error if another process uses the folder", async () => {
    const used = createPreparedFolder();
    const first = await used.start();
    const ending = await used.startExpectingFailure();
    expect(ending).toEqual({
      code: 1,
      stderr: `The data folder ${used.path} is in use by another process.\n`,
    });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    used.remove();
  });

  test("an operator with a uid without an account gets an error about PostgreSQL's files", () => {
    if (isRoot) chownSync(folder.path, nameless, nameless);
    const [command = "", ...args] = [...asNameless, process.execPath, program];
    const env = { ...process.env, DATA_DIR: folder.path, PORT: "0" };
    const { status, stderr } = spawnSync(command, args, { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^PostgreSQL needs an account with a name, and uid 12345 has none\. .+\n$/,
    );
  });
});
