import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import {
  acknowledged,
  openServiceClient,
  insertVehicles,
  readVehicleIds,
} from "./insert-vehicles.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { type Outcome, runOperator } from "./run-operator.ts";

describe("fault 1: the server is killed with SIGKILL during 1,000 inserts", () => {
  let folder: DataFolder;
  beforeAll(() => {
    folder = createPreparedFolder();
  });
  afterAll(() => folder.remove());

  test("a dealer finds every acknowledged vehicle, and the server is ready again", async () => {
    const first = await folder.start();
    const dealer = await openServiceClient(first.url, folder.path);
    const killAt = 400;
    const answers = await insertVehicles(dealer, {
      count: 1_000,
      width: 8,
      onAnswer: (done) => {
        if (done === killAt) first.child.kill("SIGKILL");
      },
    });
    const kept = acknowledged(answers);
    expect(kept.length).toBeGreaterThanOrEqual(killAt);
    expect(kept.length).toBeLessThan(1_000);

    const port = new URL(first.url).port;
    await folder.start({ PORT: port });
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
  });
});

describe("fault 1: the server is killed with SIGKILL during a paused backup", () => {
  let folder: DataFolder;
  beforeAll(() => {
    folder = createPreparedFolder();
  });
  afterAll(() => folder.remove());

  test("an operator's next server is ready, and the backup completes once resumed", async () => {
    const first = await folder.start();
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    let backup: Promise<Outcome> | undefined;
    let signal = (_name: NodeJS.Signals) => {};
    await sql.begin(async (holder) => {
      await holder`lock table public.leads in access exclusive mode`;
      const args = [join(folder.path, "one.tar.zst")];
      backup = runOperator("backup", args, { DATA_DIR: folder.path }, (kill) => {
        signal = kill;
      });
      const copying = () => sql`select from pg_stat_activity
        where application_name = 'vitrina-backup' and wait_event_type = 'Lock'`;
      await expect.poll(copying).toHaveLength(1);
      signal("SIGSTOP");
    });
    await end();
    first.child.kill("SIGKILL");
    await first.ended;

    await folder.start({ PORT: new URL(first.url).port });
    signal("SIGCONT");
    expect(await backup).toMatchObject({ code: 0, stderr: "" });
  });
});
