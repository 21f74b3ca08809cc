import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { patience } from "#backend-tests/support/patience.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

const program = fileURLToPath(new URL("../support/run-server.ts", import.meta.url));

let folder: DataFolder;
beforeEach(() => {
  folder = createPreparedFolder();
});
afterEach(() => folder.remove());

test("fault 7: a visitor is served while the log's disk is full, and SIGTERM works", async () => {
  const port = String(await findFreePort());
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", full, "pipe"],
    env: { ...process.env, DATA_DIR: folder.path, PORT: port },
  });
  closeSync(full);
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += String(text);
  });
  const ended = once(child, "close");
  const ask = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status;
  await vi.waitFor(async () => expect(await ask("/readyz")).toBe(200), patience);
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask("/rest/v1/vehicles")));
  expect(new Set(answers)).toEqual(new Set([401]));
  expect(await ask("/readyz")).toBe(200);
  child.kill("SIGTERM");
  expect([await ended, stderr]).toEqual([[0, null], ""]);
  expect(folder.postmasterPid()).toBe(0);
});
