import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDataFolder, type DataFolder, unloggedLines } from "#tests/support/server-process.ts";
import { acknowledged, enterAsService, insertVehicles, readVehicleIds } from "./insert-vehicles.ts";

describe("fault 2: PostgreSQL is killed with SIGKILL in the middle of writes", () => {
  let folder: DataFolder;
  beforeAll(() => {
    folder = createDataFolder();
  });
  afterAll(() => folder.remove());

  test("a dealer hears 503 meanwhile, keeps every acknowledged vehicle, and goes on without help", async () => {
    const server = await folder.start();
    const dealer = await enterAsService(server.url, folder.path);
    let killedAt = 0;
    const answers = await insertVehicles(dealer, {
      count: 600,
      width: 8,
      onAnswer: (done) => {
        if (done !== 200) return;
        killedAt = performance.now();
        process.kill(folder.postmasterPid(), "SIGKILL");
      },
    });
    await untilReady(server.url, killedAt + 5_000);
    const refused = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused)).toEqual(new Set([503]));

    const kept = acknowledged(answers);
    expect(kept.length).toBeGreaterThanOrEqual(200);
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
    const after = await insertVehicles(dealer, { count: 20, width: 4 });
    expect(acknowledged(after)).toHaveLength(20);
    expect(unloggedLines(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
  });
});

/** Asks until the server says that it is ready; a deadline in the clock of `performance` ends it. */
async function untilReady(url: string, deadline: number): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (performance.now() > deadline) throw new Error("The server was not ready within 5 s.");
  }
}
