import { createTestClient } from "../backend/tests/support/create-test-client.ts";
import { smallJpeg } from "../backend/tests/support/images.ts";
import { createDealership } from "../tests/support/people.ts";
import { readPublicPages } from "./page.ts";
import type { Bench, BenchWorld } from "./support/bench.ts";
import { type LoadResult, measureLoad } from "./support/load.ts";

const photoCount = 10;
/** Each photo 50 times a second, next to a page 100 times a second. */
const ofPhoto = { connections: 10, everyMs: 200, seconds: 10 };
const ofPage = { connections: 20, everyMs: 200, seconds: 10 };
const mostMs = { photo: 100, page: 50 };

/** Photos in phone size, 500 a second, next to the pages that show them. */
export const bench: Bench = async (world) => {
  const { vehicle } = await readPublicPages(world);
  const photos = await storePhotos(world);
  const readAll = (seconds: number) =>
    Promise.all([
      measureLoad({ ...ofPage, seconds, url: world.server.url + vehicle.path, headers: {} }),
      ...photos.map((url) => measureLoad({ ...ofPhoto, seconds, url, headers: {} })),
    ]);
  await readAll(2);
  const [page, ...read] = await readAll(ofPhoto.seconds);
  const results = page ? [describe("page", [page]), describe("photo", read)] : [];
  return results;
};

function describe(kind: keyof typeof mostMs, results: LoadResult[]) {
  const rate = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  const failures = results.reduce((sum, result) => sum + result.failures, 0);
  const p99Ms = Math.max(...results.map((result) => result.p99Ms));
  const p95Ms = Math.max(...results.map((result) => result.p95Ms));
  return {
    name: `${kind}, ${rate.toFixed(0)} a second beside the other`,
    value: `p95 ${p95Ms.toFixed(1)} ms (p99 ${p99Ms.toFixed(1)} ms; ${failures} failures)`,
    target: `p95 at most ${mostMs[kind]} ms`,
    holds: p95Ms <= mostMs[kind] && failures === 0,
  };
}

/** The URLs of a dealership's photos in the width that a phone requests. */
async function storePhotos({ server: { url }, anonKey, serviceRoleKey, sql }: BenchWorld) {
  const service = () => createTestClient(url, serviceRoleKey);
  const person = await createDealership({ url, anonKey, service, sql });
  const bucket = person.client.storage.from("vehicle_images");
  const photo = await smallJpeg(1600, 1200);
  const names = Array.from(
    { length: photoCount },
    (_, at) => `${person.id}/${1_600_000_000_000 + at}-foto.jpg`,
  );
  for (const name of names) {
    const { error } = await bucket.upload(name, photo, { contentType: "image/jpeg" });
    if (error) throw error;
  }
  return names.map(
    (name) => `${url}/storage/v1/render/image/public/vehicle_images/${name}?width=800&format=webp`,
  );
}
