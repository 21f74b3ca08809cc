import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { acknowledged, enterAsService, insertVehicles, readVehicleIds } from "./insert-vehicles.ts";

describe("fault 1: the server is killed with SIGKILL during 1,000 inserts", () => {
  let folder: DataFolder;
  beforeAll(() => {
    folder = createDataFolder();
  });
  afterAll(() => folder.remove());

  test("a dealer finds every vehicle that was acknowledged, and the server is ready again within 5 s", async () => {
    const first = await folder.start();
    const dealer = await enterAsService(first.url, folder.path);
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
    const second = await folder.start({ PORT: port });
    expect(second.startedInMs).toBeLessThan(5_000);
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
  });
});
