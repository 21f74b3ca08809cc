import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type Answer, acknowledged, insertVehicles, readVehicleIds } from "./insert-vehicles.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

let cluster: Cluster;
let dealer: Person;

beforeAll(async () => {
  cluster = await startCluster();
  dealer = await createDealership(cluster);
});
afterAll(() => cluster.stop());

/** The statuses other than success and 503. */
function otherStatuses(answers: Answer[]): number[] {
  const statuses = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
  return [...new Set(statuses)].filter((status) => status !== 503 && status !== 429);
}

/**
 * Writes vehicles, and a photo with every tenth, through the proxy. Returns the acknowledged
 * ones, and the statuses other than success and 503.
 */
async function write(mark: string, count: number, onAnswer: (done: number) => void) {
  const photo = await smallJpeg();
  const photos = dealer.client.storage.from("vehicle_images");
  const paths: string[] = [];
  const refusals: string[] = [];
  const upload = async (number: number) => {
    const path = `${dealer.id}/${mark}-${number}.jpg`;
    const { error } = await photos.upload(path, photo);
    if (!error) paths.push(path);
    else if (!("status" in error && error.status === 503)) refusals.push(error.message);
  };
  const uploads: Promise<void>[] = [];
  const author = { client: cluster.service(), dealershipId: dealer.id };
  const answers = await insertVehicles(author, {
    count,
    width: 8,
    onAnswer: (done) => {
      if (done % 10 === 0) uploads.push(upload(done));
      onAnswer(done);
    },
  });
  await Promise.all(uploads);
  return { ids: acknowledged(answers), paths, others: [...otherStatuses(answers), ...refusals] };
}

async function expectAllThere({ ids, paths }: { ids: string[]; paths: string[] }): Promise<void> {
  const found = await readVehicleIds(cluster.service());
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  const photos = dealer.client.storage.from("vehicle_images");
  const shown = await Promise.all(
    paths.map(async (path) => (await fetch(photos.getPublicUrl(path).data.publicUrl)).status),
  );
  expect(shown).toEqual(paths.map(() => 200));
}

async function expectReady(): Promise<void> {
  for (const { url } of cluster.processes) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
}

describe("two processes behind a proxy while a dealer writes", () => {
  test("one is killed: no acknowledged write is lost, and the rest succeed or get 503", async () => {
    const [first] = cluster.processes;
    const written = await write("muerte", 500, (done) => {
      if (done === 150) first.child.kill("SIGKILL");
    });
    expect(written.others).toEqual([]);
    expect(written.ids.length).toBeGreaterThan(450);
    expect(written.paths.length).toBeGreaterThan(0);
    await expectAllThere(written);

    await cluster.replace(0);
    const again = await write("vuelta", 100, () => undefined);
    expect(again.ids).toHaveLength(100);
  });

  test("one gets SIGTERM: it finishes its requests, and the other serves the rest", async () => {
    const [first] = cluster.processes;
    const written = await write("relevo", 300, (done) => {
      if (done === 100) first.child.kill("SIGTERM");
    });
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(written.others).toEqual([]);
    // The proxy answers 503 for a request on a connection that is just being closed.
    expect(written.ids.length).toBeGreaterThan(290);
    await expectAllThere(written);
    await cluster.replace(0);
  });

  test("the database crashes and recovers: no acknowledged write is lost", async () => {
    const restarts: Promise<void>[] = [];
    const restart = async () => {
      await cluster.postgres.crash();
      await cluster.postgres.start();
    };
    const written = await write("crisis", 400, (done) => {
      if (done === 150) restarts.push(restart());
    });
    await Promise.all(restarts);
    expect(written.others).toEqual([]);
    await vi.waitFor(expectReady, patience);
    const after = await write("final", 60, () => undefined);
    expect(after.ids).toHaveLength(60);
    await expectAllThere({ ids: [...written.ids, ...after.ids], paths: written.paths });
  });
});
