import { createClient } from "@supabase/supabase-js";
import { phonePhoto, smallJpeg } from "../backend/tests/support/images.ts";
import type { Bench, BenchWorld, Measurement } from "./support/bench.ts";
import { seedInventory } from "./support/seed-inventory.ts";
import { type TreePeak, watchTree } from "./support/tree-memory.ts";

const firstShownLimitMs = 2000;
const memoryLimitMegabytes = 300;
const uploads = 500;
const atOnce = 4;

/**
 * The time until a phone photo has its first rendition, and the memory of the server and its child
 * processes during five hundred uploads.
 */
export const bench: Bench = async (world) => {
  await seedInventory(world.sql);
  const [dealer] = await world.sql<{ id: string }[]>`
    select id from public.profiles where role = 'concesionario' limit 1`;
  const folder = dealer?.id ?? "";
  return [await measureFirstShown(world, folder), await measureMemory(world, folder)];
};

async function measureFirstShown(world: BenchWorld, folder: string): Promise<Measurement> {
  const photo = await phonePhoto();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await upload(world, `${folder}/1700000000000-${round}.jpg`, photo);
    await show(world, `${folder}/1700000000000-${round}.jpg`, "width=960");
    times.push(performance.now() - started);
  }
  const slowest = Math.max(...times);
  return {
    name: "photo-upload: 12 MP photo accepted and first rendition served",
    value: `${Math.round(slowest)} ms, ${(slowest / firstShownLimitMs).toFixed(2)} of the limit`,
    target: `under ${firstShownLimitMs} ms`,
    holds: slowest < firstShownLimitMs,
  };
}

async function measureMemory(world: BenchWorld, folder: string): Promise<Measurement> {
  const photos = [await phonePhoto(), await smallJpeg(1920, 1440)];
  const watch = watchTree(world.server.child.pid ?? 0);
  for (let done = 0; done < uploads; done += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, index) => done + index);
    await Promise.all(
      batch.map(async (number) => {
        const path = `${folder}/1800000000000-${number}.jpg`;
        await upload(world, path, photos[number % photos.length] ?? Buffer.alloc(0));
        if (number % 5 === 0) await show(world, path, "width=480");
      }),
    );
  }
  const peak = watch.stop();
  return {
    name: `photo-upload: memory of the server and its picture process through ${uploads} uploads, ${atOnce} at a time`,
    value: `${Math.round(peak.megabytes)} MB (${describeTree(peak)}), ${(peak.megabytes / memoryLimitMegabytes).toFixed(2)} of the limit`,
    target: `under ${memoryLimitMegabytes} MB`,
    holds: peak.megabytes < memoryLimitMegabytes,
  };
}

function describeTree({ processes }: TreePeak): string {
  return processes
    .map(({ command, megabytes }) => {
      const program = /([\w-]+)\.ts\b/.exec(command)?.[1] ?? command;
      return `${program} ${Math.round(megabytes)}`;
    })
    .join(" + ");
}

async function upload(world: BenchWorld, path: string, photo: Buffer): Promise<void> {
  const client = createClient(world.server.url, world.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.storage.from("vehicle_images").upload(path, photo);
  if (error) throw error;
}

async function show({ server }: BenchWorld, path: string, query: string): Promise<void> {
  const address = `${server.url}/storage/v1/render/image/public/vehicle_images/${path}?${query}`;
  const answer = await fetch(address, { headers: { accept: "image/avif,image/webp,*/*" } });
  if (!answer.ok) throw new Error(`The rendition answered ${answer.status}`);
  await answer.arrayBuffer();
}
