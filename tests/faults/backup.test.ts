import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder, makeAnonKey } from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { createFolderWithTables, createPreparedFolder } from "./prepared-folder.ts";
import { readTables } from "./read-tables.ts";
import { runOperator } from "./run-operator.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

const bucket = "vehicle_images";

let folder: DataFolder;
let client: SupabaseClient;
let token: string;
let path: string;
let before: Record<string, string>;
let file: string;

/** The server of `folder` keeps running; the backup is restored to other folders. */
beforeAll(async () => {
  folder = createPreparedFolder();
  const server = await folder.start();
  ({ client, token } = await signInAsDealer(server.url, folder.path));
  path = await addVehicleWithPhoto(client, "único");
  const looked = await connectToDataFolder(folder.path, "leave");
  before = await readTables(looked.sql);
  await looked.end();
  file = join(folder.path, "copies/one.tar.zst");
  const backup = await runOperator("backup", [file], { DATA_DIR: folder.path });
  expect(backup).toMatchObject({ code: 0, stderr: "" });
  expect(backup.stdout).toContain(file);
});
afterAll(() => folder.remove());

describe("fault 15: an installation is lost and restored from its backup", () => {
  test("a dealer has every row, photo, password and session again", async () => {
    const photo = await download(client, path);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, "copies"))).toEqual(["one.tar.zst"]);

    const fresh = createDataFolder();
    const restore = await runOperator("restore", [file], { DATA_DIR: fresh.path });
    expect(restore).toMatchObject({ code: 0, stderr: "" });
    const restored = await connectToDataFolder(fresh.path, "stop");
    expect(await readTables(restored.sql)).toEqual(before);
    await restored.end();

    const again = await fresh.start();
    const anonKey = await makeAnonKey(fresh.path);
    expect(anonKey).toBe(await makeAnonKey(folder.path));
    const person = createClient(again.url, anonKey, { auth: { autoRefreshToken: false } });
    const entered = await person.auth.signInWithPassword({
      email: "dealer@example.com",
      password: "clave-segura",
    });
    expect(entered.error).toBeNull();
    expect(await download(person, path)).toEqual(photo);
    const visitor = createClient(again.url, anonKey, { auth: { persistSession: false } });
    const { data } = await visitor.from("vehicles").select("model,images").eq("published", true);
    expect(data).toMatchObject([{ model: "único" }]);
    const picture = `${again.url}/storage/v1/render/image/public/${bucket}/${path}?width=320`;
    const shown = await fetch(picture, { headers: { accept: "image/webp" } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const kept = await person.auth.refreshSession({ refresh_token: token });
    expect(kept.error).toBeNull();
    const added = await addVehicleWithPhoto(person, "después");
    expect(await download(person, added)).not.toHaveLength(0);
    fresh.remove();
  });

  test("a dealer stays signed in if the restore is killed after committing the rows", async () => {
    const fresh = createFolderWithTables();
    const environment = { DATA_DIR: fresh.path };
    const killed = await runOperator("restore", [file], environment, (kill, onOutput) =>
      onOutput("files restored", () => kill("SIGKILL")),
    );
    expect(killed.code).toBeNull();
    const { stderr } = await runOperator("restore", [file], environment);
    expect(stderr).toMatch(/is not empty: it holds 1 accounts and 1 files/);
    const [kept, brought] = [fresh, folder].map(({ path }) =>
      readFileSync(join(path, "secrets.json"), "utf8"),
    );
    expect(kept).toBe(brought);

    const again = await fresh.start();
    const person = createClient(again.url, await makeAnonKey(folder.path), {
      auth: { autoRefreshToken: false },
    });
    const entered = await person.auth.refreshSession({ refresh_token: token });
    expect(entered.error).toBeNull();
    expect(entered.data.user?.email).toBe("dealer@example.com");
    fresh.remove();
  });

  test("a dealer who writes during backups finds consistent data in each", async () => {
    const looked = await connectToDataFolder(folder.path, "leave");
    await storeRandomObjects(looked.sql, folder.path, { count: 80, size: 250_000 });
    await looked.end();

    const writing = writeUntilStopped(client);
    const files = [1, 2].map((number) => join(folder.path, `${number}.tar.zst`));
    for (const [number, file] of files.entries()) {
      const backup = await runOperator("backup", [file], { DATA_DIR: folder.path });
      expect(backup).toMatchObject({ code: 0, stderr: "" });
      await vi.waitFor(() => expect(writing.counts.removed).toBeGreaterThan(3 * number), patience);
    }
    await writing.stop();

    for (const file of files) {
      const target = createFolderWithTables();
      const restore = await runOperator("restore", [file], { DATA_DIR: target.path });
      expect(restore).toMatchObject({ code: 0, stderr: "" });
      expect(restore.stdout).not.toContain("lost before");
      await expectWhole(target);
      target.remove();
    }
  });
});

/** Every object has its bytes, and every photo that a vehicle lists is an object. */
async function expectWhole(target: DataFolder): Promise<void> {
  const { sql, end } = await connectToDataFolder(target.path, "stop");
  const objects = await sql<{ name: string; version: string; size: number }[]>`
    select name, version, (metadata ->> 'size')::integer as size from storage.objects`;
  expect(objects.length).toBeGreaterThanOrEqual(80);
  for (const { version, size } of objects) {
    const bytes = join(target.path, "files/objects", version.slice(0, 2), version);
    expect(existsSync(bytes) && (await readFile(bytes)).length).toBe(size);
  }
  const vehicles = await sql<{ images: string[] }[]>`select images from public.vehicles`;
  const names = new Set(objects.map(({ name }) => name));
  expect(
    vehicles.flatMap(({ images }) => images).filter((path) => !names.has(pathOf(path))),
  ).toEqual([]);
  await end();
}

function pathOf(address: string): string {
  return address.slice(address.indexOf(bucket) + bucket.length + 1);
}

/** Adds a vehicle with a photo and removes an older one with its photo, repeatedly. */
function writeUntilStopped(client: SupabaseClient) {
  let stopped = false;
  const counts = { added: 0, removed: 0 };
  const work = async () => {
    const paths: string[] = [];
    while (!stopped) {
      paths.push(await addVehicleWithPhoto(client, `número ${counts.added}`));
      counts.added += 1;
      const oldest = paths.length > 2 ? paths.shift() : undefined;
      if (oldest === undefined) continue;
      await removeVehicleWithPhoto(client, oldest);
      counts.removed += 1;
    }
  };
  const working = Promise.all([work(), work()]);
  return {
    counts,
    stop: async () => {
      stopped = true;
      await working;
    },
  };
}

async function addVehicleWithPhoto(client: SupabaseClient, model: string): Promise<string> {
  const { data: session } = await client.auth.getUser();
  const user_id = session.user?.id ?? "";
  const path = `${user_id}/${Date.now()}-${randomUUID()}.jpg`;
  const bytes = await smallJpeg();
  const stored = await client.storage
    .from(bucket)
    .upload(path, bytes, { contentType: "image/jpeg" });
  if (stored.error) throw stored.error;
  const images = [client.storage.from(bucket).getPublicUrl(path).data.publicUrl];
  const row = { user_id, brand: "Kia", model, year: 2020, images, published: true };
  const { error } = await client.from("vehicles").insert(row);
  if (error) throw error;
  return path;
}

async function removeVehicleWithPhoto(client: SupabaseClient, path: string): Promise<void> {
  const address = client.storage.from(bucket).getPublicUrl(path).data.publicUrl;
  const { error } = await client.from("vehicles").delete().contains("images", [address]);
  if (error) throw error;
  const removed = await client.storage.from(bucket).remove([path]);
  if (removed.error) throw removed.error;
}

async function download(client: SupabaseClient, path: string): Promise<Buffer> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}
