import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg, smallPng } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import type { TestServer } from "../support/test-server.ts";

let store: S3Server;
let server: TestServer;
let owner: Account;

beforeAll(async () => {
  store = await startS3Server();
  server = await startNotesServer({ s3: store.settings });
  owner = await createAccount(server);
});
afterAll(async () => {
  await server.stop();
  await store.stop();
});
beforeEach(() => {
  store.requests.length = 0;
});

const photos = () => owner.client.storage.from("pictures");
const pathOf = (name: string) => `${owner.id}/1700000000000-${name}`;
const addressOf = (name: string) => photos().getPublicUrl(pathOf(name)).data.publicUrl;
const renditionOf = (name: string, width: number) =>
  `${addressOf(name).replace("/object/", "/render/image/")}?width=${width}`;

async function upload(name: string, bytes: Buffer, options = {}): Promise<string> {
  const { error } = await photos().upload(pathOf(name), bytes, options);
  if (error) throw error;
  const [row] = await server.sql<{ version: string }[]>`
    select version from storage.objects where name = ${pathOf(name)}`;
  return keyOf(row?.version ?? "");
}

function keyOf(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}

describe("a photo that is stored in S3", () => {
  test("is served from our own address, whole, with its type, ETag and length", async () => {
    const key = await upload("foto.jpg", await smallJpeg());
    expect(store.keys()).toContain(key);
    expect(addressOf("foto.jpg")).toMatch(new RegExp(`^${server.url}/storage/v1/`));
    const answer = await fetch(addressOf("foto.jpg"));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600, must-revalidate");
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect((await sharp(bytes).metadata()).width).toBe(640);
    const known = await fetch(addressOf("foto.jpg"), {
      headers: { "if-none-match": answer.headers.get("etag") ?? "" },
    });
    expect(known.status).toBe(304);
    const head = await fetch(addressOf("foto.jpg"), { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
  });

  test("is served in part by a range request to the store", async () => {
    await upload("parte.jpg", await smallJpeg());
    const whole = Buffer.from(await (await fetch(addressOf("parte.jpg"))).arrayBuffer());
    const ranges = {
      "bytes=100-199": whole.subarray(100, 200),
      "bytes=-50": whole.subarray(-50),
      "bytes=0-": whole,
    };
    for (const [range, expected] of Object.entries(ranges)) {
      const answer = await fetch(addressOf("parte.jpg"), { headers: { range } });
      expect(answer.status).toBe(206);
      expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
    }
    const beyond = await fetch(addressOf("parte.jpg"), { headers: { range: "bytes=9999999-" } });
    expect(beyond.status).toBe(416);
  });

  test("is replaced by an overwrite, and the old bytes are deleted", async () => {
    const before = await upload("cambia.jpg", await smallJpeg());
    const after = await upload("cambia.jpg", await smallPng(), { upsert: true });
    expect((await fetch(addressOf("cambia.jpg"))).headers.get("content-type")).toBe("image/png");
    expect(store.keys()).toContain(after);
    expect(store.keys()).not.toContain(before);
  });

  test("has its rendition made once and stored in S3", async () => {
    const key = await upload("rendicion.jpg", await smallJpeg());
    const folder = key.replace("objects/", "renditions/");
    const first = await fetch(renditionOf("rendicion.jpg", 320));
    expect((await sharp(await first.arrayBuffer()).metadata()).width).toBe(320);
    expect(store.keys().filter((kept) => kept.startsWith(`${folder}/320x`))).toHaveLength(1);
    store.requests.length = 0;
    const second = await fetch(renditionOf("rendicion.jpg", 320));
    expect([second.status, store.requests.length]).toEqual([200, 1]);
    expect(store.requests[0]).toMatch(`GET ${folder}/`);
  });

  test("is deleted from S3, also in one request with many others", async () => {
    const names = Array.from({ length: 12 }, (_, number) => `muchas-${number}.jpg`);
    const photo = await smallJpeg();
    const keys = await Promise.all(names.map((name) => upload(name, photo)));
    for (const width of [320, 640]) await fetch(renditionOf("muchas-0.jpg", width));
    const { data } = await photos().remove(names.map(pathOf));
    expect(data).toHaveLength(names.length);
    const versions = keys.map((key) => key.slice(-36));
    const left = store.keys().filter((key) => versions.some((version) => key.includes(version)));
    expect(left).toEqual([]);
  });

  test("is copied within the store", async () => {
    await upload("original.jpg", await smallJpeg());
    const { error } = await photos().copy(pathOf("original.jpg"), pathOf("copia.jpg"));
    expect(error).toBeNull();
    expect((await fetch(addressOf("copia.jpg"))).status).toBe(200);
  });
});

describe("an S3 store that cannot be used", () => {
  test("a wrong key gives a one-line error at startup, without the key", async () => {
    const s3 = { ...store.settings, secretAccessKey: "another-secret" };
    const { host } = new URL(s3.endpoint);
    await expect(startNotesServer({ s3 })).rejects.toThrow(
      new Error(`S3_BUCKET ${s3.bucket} at ${host} cannot be used: SignatureDoesNotMatch`),
    );
  });

  test("a wrong bucket gives an error at startup", async () => {
    const s3 = { ...store.settings, bucket: "another-bucket" };
    await expect(startNotesServer({ s3 })).rejects.toThrow(/cannot be used: NoSuchBucket$/);
  });
});
