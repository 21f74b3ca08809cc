import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import * as images from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { sendRaw } from "../support/send-raw.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let attacker: Account;
let victim: Account;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startNotesServer();
  attacker = await createAccount(server);
  victim = await createAccount(server);
  const { data } = await attacker.client.auth.getSession();
  headers = {
    apikey: server.anonKey,
    authorization: `Bearer ${data.session?.access_token}`,
    "content-type": "image/jpeg",
  };
  const own = attacker.client.storage.from("pictures");
  const { error } = await own.upload(
    `${attacker.id}/1700000000000-mine.jpg`,
    await images.smallJpeg(),
  );
  if (error) throw error;
});

afterAll(() => server.stop());

/** Everything that an attack could change. */
async function snapshot() {
  const rows = await server.sql`select bucket_id, name, version from storage.objects order by 1, 2`;
  const files = readdirSync(join(server.dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return { rows: [...rows], files };
}

async function expectNothingChanged(attack: () => Promise<void>) {
  const before = await snapshot();
  await attack();
  expect(await snapshot()).toEqual(before);
}

describe("threat 29: an attacker's path", () => {
  const cases: { path: string }[] = [
    { path: "{me}/../{victim}/1700000000000-x.jpg" },
    { path: "{me}/%2e%2e/{victim}/1700000000000-x.jpg" },
    { path: "{me}/%2e%2e%2f{victim}/1700000000000-x.jpg" },
    { path: "{me}%2f..%2f{victim}/1700000000000-x.jpg" },
    { path: "{me}/%252e%252e%252f{victim}/x.jpg" },
    { path: "{me}/..%5c{victim}/x.jpg" },
    { path: "{me}/x%00.jpg" },
    { path: "{me}//x.jpg" },
    { path: "{me}/" },
    { path: "{me}/x%0a.jpg" },
    { path: "{me}/%E0%A4%A.jpg" },
    { path: `{me}/${"a".repeat(1100)}.jpg` },
    { path: "{victim}/1700000000000-x.jpg" },
    { path: "x.jpg" },
    { path: "../../../../tmp/x.jpg" },
    { path: "%2e%2e%2f%2e%2e%2fetc/passwd" },
  ];

  test.each(cases)("$path is rejected for POST and PUT, and nothing changes", async ({ path }) => {
    const body = await images.smallJpeg();
    await expectNothingChanged(async () => {
      for (const method of ["POST", "PUT"]) {
        const target = path.replaceAll("{me}", attacker.id).replaceAll("{victim}", victim.id);
        const whole = `/storage/v1/object/pictures/${target}`;
        const answer = await sendRaw(server.url, { method, path: whole, headers, body });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
    });
  });

  test.each([
    { path: "%2e%2e%2f%2e%2e%2fsecrets.json" },
    { path: "..%2f..%2fsecrets.json" },
    { path: "%2fetc%2fpasswd" },
    { path: "x%00.jpg" },
  ])("$path reads no file of the server", async ({ path }) => {
    for (const route of ["object/public", "render/image/public"]) {
      const whole = `/storage/v1/${route}/pictures/${path}`;
      const answer = await sendRaw(server.url, { method: "GET", path: whole });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code: "InvalidKey" });
    }
  });

  test("cannot remove another account's photo", async () => {
    const path = `${victim.id}/1700000000001-x.jpg`;
    const own = victim.client.storage.from("pictures");
    await own.upload(path, await images.smallJpeg());
    await expectNothingChanged(async () => {
      const { data } = await attacker.client.storage.from("pictures").remove([path]);
      expect(data).toEqual([]);
    });
    expect((await own.remove([path])).data).toHaveLength(1);
  });
});

describe("threat 30: an attacker's file", () => {
  test.each([
    { file: "an SVG", make: () => images.svgImage, asForm: true },
    { file: "a page", make: () => images.htmlPage, asForm: false },
    { file: "a renamed text file", make: () => images.textFile, asForm: false },
    { file: "a HEIC", make: () => images.heicHeader, asForm: false },
    { file: "a PNG that is a page as well", make: images.polyglotPng, asForm: false },
    { file: "a JPEG that is a page as well", make: images.polyglotJpeg, asForm: false },
    { file: "a JPEG that is an archive as well", make: images.archiveJpeg, asForm: false },
    { file: "half a JPEG", make: images.truncatedJpeg, asForm: true },
  ])("$file declared as image/png is rejected with 415", async ({ make, asForm }) => {
    const bytes = await make();
    await expectNothingChanged(async () => {
      const file = new File([new Uint8Array(bytes)], "foto.png", { type: "image/png" });
      for (const body of asForm ? [bytes, file] : [bytes]) {
        const { error } = await attacker.client.storage
          .from("pictures")
          .upload(`${attacker.id}/1700000000002-foto.png`, body, { contentType: "image/png" });
        expect(error).toMatchObject({ status: 400, statusCode: "415", code: "InvalidMimeType" });
      }
    });
  });

  test.each([
    "boundary=x",
    "xboundary=y; boundary=x",
    'name="boundary=y"; boundary=x',
    "boundary=x ",
  ])("a form of tens of thousands of empty parts (%s) is rejected unread", async (parameters) => {
    const part = '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n\r\n';
    await expectRefusedForm("too many parts", parameters, `${part.repeat(50_000)}--x--`);
  });

  test.each([
    ["headers", "A: b\r\n".repeat(2_000)],
    ["one header", `A: ${"b".repeat(9_000)}\r\n`],
  ])("a form with too long %s is rejected unread", async (_, lines) => {
    const head = `Content-Disposition: form-data; name=""; filename="a"\r\n${lines}`;
    await expectRefusedForm("malformed", "boundary=x", `--x\r\n${head}\r\nabc\r\n--x--\r\n`);
  });

  test("an empty file and a broken multipart body are rejected", async () => {
    await expectNothingChanged(async () => {
      const target = `${attacker.id}/1700000000003-x.jpg`;
      const empty = await attacker.client.storage
        .from("pictures")
        .upload(target, new File([], "x.jpg"));
      expect(empty.error).toMatchObject({ status: 400, statusCode: "400" });
      const broken = await sendRaw(server.url, {
        method: "POST",
        path: `/storage/v1/object/pictures/${target}`,
        headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
        body: Buffer.from("--x\r\nnonsense"),
      });
      expect(broken.status).toBe(400);
    });
  });

  test("an accepted photo is served with headers that prevent reading it as a page", async () => {
    const address = `${server.url}/storage/v1/object/public/pictures/${attacker.id}/1700000000000-mine.jpg`;
    for (const url of [address, `${address}`.replace("object/public", "render/image/public")]) {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(answer.headers.get("content-type")).toMatch(/^image\/(jpeg|png|webp|avif)$/);
    }
  });
});

describe("threat 31: an attacker's pixel bomb", () => {
  test("is rejected from its header", async () => {
    await expectNothingChanged(async () => {
      const bomb = images.pixelBomb();
      const answers = await Promise.all(
        Array.from({ length: 3 }, (_, index) =>
          attacker.client.storage
            .from("pictures")
            .upload(`${attacker.id}/170000000001${index}-bomb.png`, bomb),
        ),
      );
      for (const { error } of answers) expect(error).toMatchObject({ statusCode: "413" });
    });
  });

  test("of just over 50 million pixels is rejected, a large photo below is accepted", async () => {
    const photos = attacker.client.storage.from("pictures");
    const over = await photos.upload(`${attacker.id}/1700000000030-a.png`, images.pixelBomb(7072));
    expect(over.error).toMatchObject({ statusCode: "413" });
    const large = await sharp({
      create: { width: 8000, height: 6000, channels: 3, background: "#345" },
    })
      .jpeg()
      .toBuffer();
    const taken = await photos.upload(`${attacker.id}/1700000000031-b.jpg`, large);
    expect(taken.error).toBeNull();
  });
});

describe("threat 32: an attacker's large body", () => {
  test("a body of 10 MB is rejected with 413, with or without Content-Length", async () => {
    const huge = Buffer.concat([await images.smallJpeg(), Buffer.alloc(10 * 1024 * 1024)]);
    await expectNothingChanged(async () => {
      const target = `${attacker.id}/1700000000040-huge.jpg`;
      const photos = attacker.client.storage.from("pictures");
      const streamed = new Blob([new Uint8Array(huge)]).stream();
      for (const body of [huge, new File([new Uint8Array(huge)], "huge.jpg"), streamed]) {
        const { error } = await photos.upload(target, body);
        expect(error).toMatchObject({
          status: 400,
          statusCode: "413",
          message: "The object exceeded the maximum allowed size",
        });
      }
    });
  });

  test("a removal of 10,000 paths, of none or of a malformed list gets 400", async () => {
    const own = `${attacker.id}/1700000000000-mine.jpg`;
    await expectNothingChanged(async () => {
      for (const prefixes of [Array(10_000).fill(own), [], "all", [7], ["../x"], [`${own}\0`]]) {
        const answer = await sendRaw(server.url, {
          method: "DELETE",
          path: "/storage/v1/object/pictures",
          headers: { ...headers, "content-type": "application/json" },
          body: Buffer.from(JSON.stringify({ prefixes })),
        });
        expect(answer.status).toBe(400);
      }
    });
  });
});

function expectRefusedForm(reason: string, parameters: string, form: string): Promise<void> {
  return expectNothingChanged(async () => {
    const answer = await sendRaw(server.url, {
      method: "POST",
      path: `/storage/v1/object/pictures/${attacker.id}/1700000000004-x.jpg`,
      headers: { ...headers, "content-type": `multipart/form-data; ${parameters}` },
      body: Buffer.from(form),
    });
    expect(answer.status).toBe(400);
    expect(String(answer.body)).toContain(reason);
  });
}
