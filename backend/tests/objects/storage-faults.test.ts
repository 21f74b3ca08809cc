import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg, smallPng } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { patience } from "../support/patience.ts";
import { killPictureProcessesDuring } from "../support/picture-processes.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
let files: string;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
  files = join(server.dataDir, "files");
});
afterEach(async () => {
  const names = (await rows()).map(({ name }) => name);
  if (names.length > 0) await photos().remove(names);
  expect(storedFiles()).toEqual([]);
});
afterAll(() => server.stop());

const photos = () => owner.client.storage.from("pictures");

const rows = async () => [
  ...(await server.sql<{ name: string; version: string }[]>`
    select name, version from storage.objects`),
];

const storedFiles = () =>
  readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** The only file below a folder of the store. */
function storedFile(folder: string): string {
  const entries = readdirSync(join(files, folder), { recursive: true, withFileTypes: true });
  const [file] = entries.filter((entry) => entry.isFile());
  if (!file) throw new Error(`No file below ${folder}`);
  return join(file.parentPath, file.name);
}

/** Replaces the folder by a file, so that writes to it fail. */
function breakDisk(folder: "objects" | "renditions" = "objects"): () => void {
  mkdirSync(join(files, folder), { recursive: true });
  renameSync(join(files, folder), join(files, "kept"));
  writeFileSync(join(files, folder), "");
  return () => {
    rmSync(join(files, folder));
    renameSync(join(files, "kept"), join(files, folder));
  };
}

describe("fault 8: storage fails during an upload", () => {
  test("a new photo leaves no row, and works after recovery", async () => {
    await photos().upload(`${owner.id}/1700000000000-a.jpg`, await smallJpeg());
    const before = await rows();
    const repair = breakDisk();
    const path = `${owner.id}/1700000000001-b.jpg`;
    const failed = await photos().upload(path, await smallJpeg());
    expect(failed.error).toMatchObject({ status: 503, statusCode: "503" });
    expect(await rows()).toEqual(before);
    repair();
    expect((await photos().upload(path, await smallJpeg())).error).toBeNull();
  });

  test("a failed overwrite keeps the old photo", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    await photos().upload(path, await smallJpeg());
    const before = await rows();
    const repair = breakDisk();
    const failed = await photos().upload(path, await smallPng(), { upsert: true });
    expect(failed.error).toMatchObject({ status: 503 });
    repair();
    expect(await rows()).toEqual(before);
    const shown = await fetch(photos().getPublicUrl(path).data.publicUrl);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  test("a new size is shown although it cannot be stored, and is stored after recovery", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    await photos().upload(path, await smallJpeg());
    const size = `${server.url}/storage/v1/render/image/public/pictures/${path}?width=320`;
    const mend = breakDisk("renditions");
    for (let turn = 0; turn < 2; turn += 1) {
      const shown = await fetch(size, { headers: { accept: "image/webp" } });
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    mend();
    expect((await fetch(size)).status).toBe(200);
    expect(storedFiles()).toHaveLength(2);
  });

  test("a visitor gets a 503 for a size of a photo with overwritten bytes", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    await photos().upload(path, await smallJpeg());
    const photo = storedFile("objects");
    const whole = readFileSync(photo);
    const codes = whole.indexOf(Buffer.from([0xff, 0xc4])) + 4;
    writeFileSync(photo, Buffer.from(whole).fill(0xff, codes, codes + 20));
    const size = `${server.url}/storage/v1/render/image/public/pictures/${path}?width=320`;
    const refused = await fetch(size);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    writeFileSync(photo, whole);
    expect((await fetch(size)).status).toBe(200);
  });

  test("a new photo is stored although the picture process is killed", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    const upload = async () => photos().upload(path, await smallJpeg());
    expect((await killPictureProcessesDuring(upload, 1)).error).toBeNull();
  });

  test("a new photo or size gets 503 if all its picture processes are killed", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    const upload = async () => photos().upload(path, await smallJpeg());
    const failed = await killPictureProcessesDuring(upload);
    expect(failed.error).toMatchObject({ status: 503, statusCode: "503" });
    expect(await rows()).toEqual([]);
    expect((await upload()).error).toBeNull();

    const size = `${server.url}/storage/v1/render/image/public/pictures/${path}?width=320`;
    const refused = await killPictureProcessesDuring(() => fetch(size));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(size)).status).toBe(200);
  });

  test("an upload whose row is rejected at the end leaves no bytes", async () => {
    await server.sql.unsafe(`
      create function storage.refuse_stored() returns trigger language plpgsql as
        $$ begin if new.metadata is not null then raise exception 'no'; end if; return new; end $$;
      create trigger refuse_stored before insert on storage.objects
        for each row execute function storage.refuse_stored();`);
    const { error } = await photos().upload(`${owner.id}/1700000000000-a.jpg`, await smallJpeg());
    await server.sql`drop function storage.refuse_stored() cascade`;
    expect(error).toMatchObject({ statusCode: "400", message: "no" });
    expect(storedFiles()).toEqual([]);
  });

  test("an aborted upload leaves neither row nor bytes", async () => {
    const { data } = await owner.client.auth.getSession();
    const photo = await smallJpeg();
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const sent = request({
        hostname,
        port,
        method: "POST",
        path: `/storage/v1/object/pictures/${owner.id}/1700000000000-a.jpg`,
        headers: {
          apikey: server.anonKey,
          authorization: `Bearer ${data.session?.access_token}`,
          "content-type": "image/jpeg",
          "content-length": String(photo.length),
        },
      });
      sent.on("error", () => undefined);
      sent.on("close", resolve);
      sent.write(photo.subarray(0, photo.length / 2), () => sent.destroy());
    });
    const next = `${owner.id}/1700000000001-b.jpg`;
    expect((await photos().upload(next, photo)).error).toBeNull();
    expect((await rows()).map(({ name }) => name)).toEqual([next]);
    expect(storedFiles()).toHaveLength(1);
  });

  test("overwriting or removing a photo deletes its old bytes", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    await photos().upload(path, await smallJpeg());
    await fetch(`${server.url}/storage/v1/render/image/public/pictures/${path}?width=320`);
    expect(storedFiles()).toHaveLength(2);
    await photos().upload(path, await smallPng(), { upsert: true });
    expect(storedFiles()).toHaveLength(1);
    await photos().remove([path]);
    expect(storedFiles()).toEqual([]);
  });
});

describe("fault 9: a crash left bytes without a row", () => {
  test("the next start deletes old ones, and keeps those of possible current uploads", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "test-sweep-"));
    const folder = join(dataDir, "files", "objects", "aa");
    mkdirSync(folder, { recursive: true });
    const names = ["old", "old.part", "fresh"].map((kind, index) =>
      kind.replace(/old|fresh/, `aa00000${index}-0000-4000-8000-000000000000`),
    );
    for (const name of names) writeFileSync(join(folder, name), "bytes");
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const name of names.slice(0, 2)) utimesSync(join(folder, name), hourAgo, hourAgo);
    const restarted = await startNotesServer({ dataDir });
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual(names.slice(2)), patience);
    await restarted.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
