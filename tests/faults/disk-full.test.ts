import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder, makeAnonKey } from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { mountSmallDisk, type SmallDisk } from "./mount-small-disk.ts";

const bucket = "vehicle_images";

let folder: DataFolder;
let disk: SmallDisk;
beforeEach(async () => {
  folder = createDataFolder();
  disk = await mountSmallDisk(8 * 1024 * 1024);
  symlinkSync(disk.path, join(folder.path, "files"));
});
afterEach(() => {
  folder.remove();
  disk.remove();
});

describe("fault 7: the disk with the photos is full", () => {
  test("a dealer's upload gets 503, all else works, and uploads resume with room", async () => {
    const server = await folder.start();
    const { client } = await signInAsDealer(server.url, folder.path);
    const { data } = await client.auth.getUser();
    const owner = data.user?.id ?? "";
    const photo = await smallJpeg();
    expect((await upload(client, `${owner}/before.jpg`, photo)).error).toBeNull();
    const kept = await download(client, `${owner}/before.jpg`);
    disk.fill();

    for (const upsert of [false, true]) {
      const path = upsert ? `${owner}/before.jpg` : `${owner}/during.jpg`;
      const refused = await upload(client, path, await smallJpeg(1280, 960), upsert);
      expect(refused.error).toMatchObject({ status: 503, message: "The disk is full" });
    }
    expect(await download(client, `${owner}/before.jpg`)).toEqual(kept);
    const visitor = createClient(server.url, await makeAnonKey(folder.path), {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const address = `${server.url}/storage/v1/render/image/public/${bucket}/${owner}/before.jpg`;
    for (const width of [320, 480]) {
      const shown = await fetch(`${address}?width=${width}`, { headers: { accept: "image/webp" } });
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }
    const row = { user_id: owner, brand: "Kia", model: "Río", year: 2020, published: true };
    expect((await client.from("vehicles").insert(row)).error).toBeNull();
    expect((await visitor.from("vehicles").select("model")).data).toEqual([{ model: "Río" }]);
    expect((await visitor.auth.signInWithPassword(password)).error).toBeNull();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(listFiles(), "a photo and its first rendition").toHaveLength(2);

    disk.free();
    expect((await upload(client, `${owner}/after.jpg`, photo)).error).toBeNull();
    expect(await download(client, `${owner}/after.jpg`)).not.toHaveLength(0);
    expect((await fetch(`${address}?width=320`)).status).toBe(200);
    expect(listFiles(), "two of each, and the size that was asked for").toHaveLength(5);
  });

  test("a dealer's photos are rejected while the database still has room", async () => {
    const server = await folder.start();
    const { client } = await signInAsDealer(server.url, folder.path);
    const { data } = await client.auth.getUser();
    const photo = await smallJpeg();
    disk.fill(photo.length * 4);
    const refused = await upload(client, `${data.user?.id}/last.jpg`, photo);
    expect(refused.error).toMatchObject({ status: 503, message: "The disk is full" });
    expect(listFiles()).toEqual([]);
  });
});

describe("fault 7: PostgreSQL has no room for a row", () => {
  test("a dealer's writes get 503 and leave no open transaction; all resumes with room", async () => {
    const server = await folder.start();
    const { client } = await signInAsDealer(server.url, folder.path);
    const { data } = await client.auth.getUser();
    const row = { user_id: data.user?.id, brand: "Kia", model: "Río", year: 2020 };
    const insert = () => client.from("vehicles").insert(row).select("id").single();
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    await sql.unsafe(`create function public.no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_room before insert on public.vehicles execute function public.no_room()`);
    const refused = await Promise.all(Array.from({ length: 40 }, insert));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const read = () => client.from("vehicles").select("id");
    const reads = await Promise.all(Array.from({ length: 40 }, read));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));

    await sql`drop trigger no_room on public.vehicles`;
    await end();
    const written = await Promise.all(Array.from({ length: 40 }, insert));
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

const password = { email: "dealer@example.com", password: "clave-segura" };

/** Every file in the storage folder, partial ones included. */
function listFiles(): string[] {
  return readdirSync(disk.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function upload(client: SupabaseClient, path: string, bytes: Buffer, upsert = false) {
  return client.storage.from(bucket).upload(path, bytes, { contentType: "image/jpeg", upsert });
}

async function download(client: SupabaseClient, path: string): Promise<Buffer> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}
