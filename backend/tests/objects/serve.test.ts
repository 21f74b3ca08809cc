import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg, smallPng } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
let stranger: Account;
let path: string;
let address: string;

beforeAll(async () => {
  server = await startNotesServer(
    {},
    { hooks: { firstRendition: { width: "800", format: "webp" } } },
  );
  owner = await createAccount(server);
  stranger = await createAccount(server);
  path = `${owner.id}/1700000000000-photo.jpg`;
  const photos = owner.client.storage.from("pictures");
  const { error } = await photos.upload(path, await smallJpeg(1600, 1200), {
    cacheControl: "31536000",
  });
  if (error) throw error;
  address = photos.getPublicUrl(path).data.publicUrl;
});

afterAll(() => server.stop());

const render = (query: string, accept = "image/avif,image/webp,*/*") =>
  fetch(`${address.replace("/object/", "/render/image/")}?${query}`, { headers: { accept } });

describe("a visitor who opens a photo", () => {
  test("can cache it forever if its uploader set a cache time of a year", async () => {
    const answer = await fetch(address);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Number(answer.headers.get("content-length"))).toBe(
      (await answer.arrayBuffer()).byteLength,
    );
  });

  test.each([
    ["cover.jpg", "60", 60],
    ["1700000000-cover.jpg", "60", 60],
    ["1700000000-cover.jpg", undefined, 3600],
  ])("revalidates %s after its %s seconds", async (name, cacheControl, seconds) => {
    const photos = owner.client.storage.from("pictures");
    const options = { upsert: true, ...(cacheControl && { cacheControl }) };
    await photos.upload(`${owner.id}/${name}`, await smallJpeg(), options);
    const answer = await fetch(photos.getPublicUrl(`${owner.id}/${name}`).data.publicUrl);
    const expected = `public, max-age=${seconds}, must-revalidate`;
    expect(answer.headers.get("cache-control")).toBe(expected);
  });

  test.each([
    ["an upload", "upload"],
    ["an update", "update"],
    ["a copy", "copy"],
    ["a signed upload", "signed"],
  ])("can cache a one-year object forever: %s does not overwrite it", async (_, way) => {
    const photos = owner.client.storage.from("pictures");
    const before = (await fetch(address)).headers.get("etag");
    const other = `${owner.id}/${way}.jpg`;
    await photos.upload(other, await smallJpeg(50, 40), { upsert: true });
    const bytes = await smallPng();
    const overwrite = {
      upload: () => photos.upload(path, bytes, { upsert: true }),
      update: () => photos.update(path, bytes),
      copy: () => photos.copy(other, path),
      signed: async () => {
        const { data, error } = await photos.createSignedUploadUrl(path, { upsert: true });
        return error ? { error } : photos.uploadToSignedUrl(path, data.token, bytes);
      },
    }[way];
    expect((await overwrite?.())?.error).toMatchObject({ statusCode: "409" });
    expect((await fetch(address)).headers.get("etag")).toBe(before);
  });

  test.each(["31535999", "86400"])(
    "revalidates a name within an hour, not after %s seconds",
    async (cacheControl) => {
      const photos = owner.client.storage.from("pictures");
      const name = `${owner.id}/1700000000-${cacheControl}.jpg`;
      await photos.upload(name, await smallJpeg(), { cacheControl });
      const answer = await fetch(photos.getPublicUrl(name).data.publicUrl);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=3600, must-revalidate");
    },
  );

  test.each(["remove", "move"] as const)(
    "can cache a one-year object forever: its name is not reused after a %s",
    async (way) => {
      const photos = owner.client.storage.from("pictures");
      const [name, other] = [`${owner.id}/1-${way}.jpg`, `${owner.id}/2-${way}.jpg`];
      const first = await smallJpeg(40, 30);
      const aYear = { cacheControl: "31536000" };
      expect((await photos.upload(name, first, aYear)).error).toBeNull();
      expect((await photos.upload(other, await smallJpeg(50, 30))).error).toBeNull();
      const { error } =
        way === "remove" ? await photos.remove([name]) : await photos.move(name, `${name}.old.jpg`);
      expect(error).toBeNull();
      const refused = { error: { statusCode: "409" } };
      const second = await smallJpeg(60, 30);
      expect(await photos.upload(name, second, aYear)).toMatchObject(refused);
      expect(await photos.upload(name, second, { upsert: true })).toMatchObject(refused);
      expect(await photos.update(name, second)).toMatchObject(refused);
      expect(await photos.copy(other, name)).toMatchObject(refused);
      expect(await photos.move(other, name)).toMatchObject(refused);
      expect((await fetch(photos.getPublicUrl(name).data.publicUrl)).status).toBe(400);
      expect((await photos.upload(name, first, aYear)).error).toBeNull();
    },
  );

  test("revalidates an overwritten name, though its uploader set a cache time of a year", async () => {
    const photos = owner.client.storage.from("pictures");
    const name = `${owner.id}/cover-of-a-year.jpg`;
    const options = { upsert: true, cacheControl: "31536000" };
    for (const width of [40, 50]) {
      await photos.upload(name, await smallJpeg(width, 40), options);
      const answer = await fetch(photos.getPublicUrl(name).data.publicUrl);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=3600, must-revalidate");
    }
  });

  test("gets 304 for a known ETag or date, and 200 otherwise", async () => {
    const first = await fetch(address);
    const known = await fetch(address, {
      headers: { "if-none-match": `"x", ${first.headers.get("etag")}` },
    });
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const other = await fetch(address, { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
    const since = first.headers.get("last-modified") ?? "";
    expect((await fetch(address, { headers: { "if-modified-since": since } })).status).toBe(304);
    const long = { "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" };
    expect((await fetch(address, { headers: long })).status).toBe(200);
  });

  test("gets the requested range, and 416 beyond the end", async () => {
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
    const part = await fetch(address, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200));
    const behind = await fetch(address, { headers: { range: "bytes=99999999-" } });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
    const stale = { range: "bytes=0-9", "if-range": '"old"' };
    expect((await fetch(address, { headers: stale })).status).toBe(200);
  });

  test("gets only the headers for HEAD, those of the whole file for any range", async () => {
    const { byteLength } = await (await fetch(address)).arrayBuffer();
    for (const range of [undefined, "bytes=0-9", "bytes=99999999-"]) {
      const answer = await fetch(address, { method: "HEAD", headers: range ? { range } : {} });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-length")).toBe(String(byteLength));
      expect(answer.headers.get("content-range")).toBeNull();
      expect((await answer.arrayBuffer()).byteLength).toBe(0);
    }
  });

  test("can download it under a name", async () => {
    const { data } = owner.client.storage
      .from("pictures")
      .getPublicUrl(path, { download: "my photo.jpg" });
    const answer = await fetch(data.publicUrl);
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''my%20photo.jpg",
    );
  });

  test("gets a 404 for a missing photo that no cache stores", async () => {
    for (const url of [
      `${address}x`,
      `${address.replace("/object/", "/render/image/")}x?width=320`,
    ]) {
      const answer = await fetch(url);
      expect(answer.status).toBe(400);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toEqual({
        statusCode: "404",
        error: "not_found",
        code: "NoSuchKey",
        message: "Object not found",
      });
    }
  });

  test("cannot see a private bucket, but its owner can", async () => {
    await server.sql`insert into storage.objects (bucket_id, name, version, metadata)
      select 'papers', name, version, metadata from storage.objects where name = ${path}`;
    const url = `${server.url}/storage/v1/object/public/papers/${path}`;
    expect((await fetch(url)).status).toBe(400);
    const own = await server.service().storage.from("papers").download(path);
    expect(own.data?.size).toBeGreaterThan(1000);
    const visitor = await server.anonymous().storage.from("papers").download(path);
    expect(visitor.data).toBeNull();
  });
});

describe("a page that requests a resized photo", () => {
  test.each([
    { query: "width=480", accept: "image/avif,image/webp,*/*", format: "webp", size: [480, 360] },
    { query: "width=480&format=avif", accept: "*/*", format: "heif", size: [480, 360] },
    { query: "width=480", accept: "image/webp,*/*", format: "webp", size: [480, 360] },
    { query: "width=480", accept: "*/*", format: "jpeg", size: [480, 360] },
    { query: "width=500", accept: "image/webp", format: "webp", size: [640, 480] },
    { query: "width=1900", accept: "image/webp", format: "webp", size: [1600, 1200] },
    { query: "width=200&height=200", accept: "image/webp", format: "webp", size: [320, 320] },
    {
      query: "width=320&height=320&resize=contain",
      accept: "*/*",
      format: "jpeg",
      size: [320, 240],
    },
  ])("gets $format of $size for $query and $accept", async ({ query, accept, format, size }) => {
    const answer = await render(query, accept);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("vary")).toContain("Accept");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const made = await sharp(await answer.arrayBuffer()).metadata();
    expect([made.format, made.width, made.height]).toEqual([format, ...size]);
  });

  test("gets a link preview as a JPEG of 1200x630 and at most 300 KB", async () => {
    const noisy = `${owner.id}/1700000000001-noise.jpg`;
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const bytes = await sharp({
      create: { width: 1000, height: 900, channels: 3, background: "#000", noise },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const photos = owner.client.storage.from("pictures");
    expect((await photos.upload(noisy, bytes)).error).toBeNull();
    for (const url of [address, photos.getPublicUrl(noisy).data.publicUrl]) {
      const preview = `${url.replace("/object/", "/render/image/")}?width=1200&height=630&resize=cover&format=jpeg`;
      const answer = await fetch(preview, { headers: { accept: "image/avif,*/*" } });
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      const picture = Buffer.from(await answer.arrayBuffer());
      expect(picture.length).toBeLessThanOrEqual(300 * 1024);
      expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 });
    }
  });

  test("gets a transparent logo on white as a JPEG", async () => {
    const logo = `${owner.id}/logo_1700000000000`;
    const logos = owner.client.storage.from("pictures");
    await logos.upload(logo, await smallPng(), { upsert: true });
    const url = logos.getPublicUrl(logo).data.publicUrl.replace("/object/", "/render/image/");
    const answer = await fetch(`${url}?width=160&format=jpeg`);
    const { channels } = await sharp(await answer.arrayBuffer()).stats();
    expect(channels[1]?.mean).toBeGreaterThan(100);
  });

  test("has each size made once, for any number of requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => render("width=960", "image/webp")),
    );
    const tags = new Set(answers.map((answer) => answer.headers.get("etag")));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(tags.size).toBe(1);
    expect(renditionsOnDisk().filter((name) => name.startsWith("960x0"))).toHaveLength(1);
    const again = await fetch(`${address.replace("/object/", "/render/image/")}?width=960`, {
      headers: { accept: "image/webp", "if-none-match": [...tags][0] ?? "" },
    });
    expect(again.status).toBe(304);
  });

  test("finds phone sizes ready before the first request", async () => {
    const made = () => renditionsOnDisk().filter((name) => name.startsWith("800x0")).length;
    const before = made();
    const name = `${owner.id}/1700000000009-new.jpg`;
    await owner.client.storage.from("pictures").upload(name, await smallJpeg(1600, 1200));
    expect(made()).toBe(before + 1);
  });

  test("cannot fill the disk by requesting every possible size", async () => {
    const photos = owner.client.storage.from("pictures");
    const small = `${owner.id}/1700000000010-small.jpg`;
    await photos.upload(small, await smallJpeg(60, 40));
    const before = renditionsOnDisk().length;
    const resized = photos.getPublicUrl(small).data.publicUrl.replace("/object/", "/render/image/");
    for (let width = 20; width <= 1900; width += 25) {
      const shape = width % 2 ? "" : `&height=${Math.round(width / 1.5)}`;
      const answer = await fetch(`${resized}?width=${width}&quality=${width % 100 || 1}${shape}`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect(renditionsOnDisk().length - before).toBeLessThanOrEqual(60);
  });

  test.each([{ query: "width=0" }, { query: "width=a" }, { query: "width=300&format=svg" }])(
    "is rejected for $query",
    async ({ query }) => {
      const answer = await render(query);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    },
  );

  function renditionsOnDisk(): string[] {
    return readdirSync(join(server.dataDir, "files", "renditions"), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  }
});

describe("a signed-in person", () => {
  test("can download and inspect an own private photo; another account cannot", async () => {
    const own = owner.client.storage.from("pictures");
    expect((await own.download(path)).data?.type).toBe("image/jpeg");
    expect((await own.info(path)).data).toMatchObject({ name: path, contentType: "image/jpeg" });
    expect((await own.exists(path)).data).toBe(true);
    expect((await own.exists(`${path}x`)).data).toBe(false);
    const foreign = stranger.client.storage.from("pictures");
    expect((await foreign.download(path)).data).toBeNull();
    expect((await foreign.exists(path)).data).toBe(false);
  });
});
