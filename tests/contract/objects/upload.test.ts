import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phonePhoto, smallJpeg, smallPng, smallWebp } from "#backend-tests/support/images.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  stranger = await createDealership(server, { fullName: "Otro Concesionario" });
});

afterAll(() => server.stop());

const photos = (person: Person) => person.client.storage.from("vehicle_images");
const nextPath = (owner: Person, name = "foto.jpg") =>
  `${owner.id}/${Date.now()}${count++}-${name}`;
let count = 0;

const rowsAt = (path: string) =>
  server.sql<{ version: string; owner_id: string }[]>`
    select version, owner_id from storage.objects where name = ${path}`;

const fetchPublic = (path: string) =>
  fetch(photos(dealer).getPublicUrl(path).data.publicUrl, {
    headers: { accept: "*/*" },
  });

describe("a dealership that uploads a photo", () => {
  test("has the size that cards show ready before the first request", async () => {
    const made = () =>
      readdirSync(join(server.dataDir, "files", "renditions"), { recursive: true })
        .map(String)
        .filter((name) => basename(name).startsWith("800x0"));
    await photos(dealer).upload(nextPath(dealer), await smallJpeg(1600, 1200));
    expect(made()).toHaveLength(1);
  });

  test("gets its key, and the photo is public at its URL", async () => {
    const path = nextPath(dealer);
    const file = new File([new Uint8Array(await smallJpeg())], "foto.jpg", { type: "image/jpeg" });
    const { data, error } = await photos(dealer).upload(path, file);
    expect(error).toBeNull();
    expect(data).toEqual({
      path,
      fullPath: `vehicle_images/${path}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const shown = await fetchPublic(path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    const { width, height } = await sharp(await shown.arrayBuffer()).metadata();
    expect([width, height]).toEqual([640, 480]);
    expect((await rowsAt(path)).map((row) => row.owner_id)).toEqual([dealer.id]);
  });

  test.each([
    { kind: "PNG", make: smallPng, type: "image/png" },
    { kind: "WEBP", make: smallWebp, type: "image/webp" },
    { kind: "JPEG", make: smallJpeg, type: "image/jpeg" },
  ])("can send a $kind as a raw body, and it is served as $type", async ({ make, type }) => {
    const path = nextPath(dealer, "foto");
    const bytes = await make();
    const { error } = await photos(dealer).upload(path, bytes, { contentType: "image/png" });
    expect(error).toBeNull();
    expect((await fetchPublic(path)).headers.get("content-type")).toBe(type);
  });

  test("has a 12 MP photo rotated, reduced to 1920 px and stripped of metadata", async () => {
    const original = await phonePhoto();
    expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(200);
    const path = nextPath(dealer);
    const { error } = await photos(dealer).upload(path, original);
    expect(error).toBeNull();
    const kept = await sharp(await (await fetchPublic(path)).arrayBuffer()).metadata();
    expect(kept).toMatchObject({ format: "jpeg", width: 1440, height: 1920 });
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc, kept.orientation]).toEqual(
      Array(5).fill(undefined),
    );
  });

  test("gets a duplicate error, and the first photo stays", async () => {
    const path = nextPath(dealer);
    await photos(dealer).upload(path, await smallJpeg());
    const before = await rowsAt(path);
    const { error } = await photos(dealer).upload(path, await smallJpeg(320, 240));
    expect(error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "KeyAlreadyExists",
      message: "The resource already exists",
    });
    expect(await rowsAt(path)).toEqual(before);
  });

  test("can replace a photo with upsert and update, and its ETag changes each time", async () => {
    const path = nextPath(dealer);
    await photos(dealer).upload(path, await smallJpeg());
    const first = await fetchPublic(path);
    await photos(dealer).upload(path, await smallJpeg(320, 240), { upsert: true });
    const second = await fetchPublic(path);
    const updated = await photos(dealer).update(path, await smallPng());
    expect(updated.error).toBeNull();
    const third = await fetchPublic(path);
    const sizes = await Promise.all(
      [first, second, third].map(async (answer) => {
        const { width } = await sharp(await answer.arrayBuffer()).metadata();
        return width;
      }),
    );
    expect(sizes).toEqual([640, 320, 320]);
    expect(third.headers.get("content-type")).toBe("image/png");
    expect(new Set([first, second, third].map((answer) => answer.headers.get("etag"))).size).toBe(
      3,
    );
    expect(await rowsAt(path)).toHaveLength(1);
  });

  test("uploads twenty photos concurrently, and all are stored", async () => {
    const photo = await smallJpeg();
    const paths = Array.from({ length: 20 }, () => nextPath(dealer));
    const answers = await Promise.all(paths.map((path) => photos(dealer).upload(path, photo)));
    expect(answers.filter(({ error }) => error)).toEqual([]);
    const shown = await Promise.all(paths.map(fetchPublic));
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("can upload a logo to its own folder of dealership_logos", async () => {
    const path = `${dealer.id}/logo_${Date.now()}`;
    const logos = dealer.client.storage.from("dealership_logos");
    expect((await logos.upload(path, await smallPng(), { upsert: true })).error).toBeNull();
  });

  test("gets an error for a missing bucket", async () => {
    const { error } = await dealer.client.storage
      .from("secrets")
      .upload("a.jpg", await smallJpeg());
    expect(error).toMatchObject({ status: 400, statusCode: "404", message: "Bucket not found" });
  });
});

describe("who may upload", () => {
  test("a salesperson can add to the dealership's folder, another dealership's cannot", async () => {
    const own = await createSalesperson(server, dealer.id);
    const foreign = await createSalesperson(server, stranger.id);
    const path = nextPath(dealer);
    expect((await photos(own).upload(path, await smallJpeg())).error).toBeNull();
    await expectRefused(foreign, nextPath(dealer));
  });

  test("an administrator can add to any dealership's folder", async () => {
    const admin = await createAdmin(server);
    expect((await photos(admin).upload(nextPath(dealer), await smallJpeg())).error).toBeNull();
  });

  test("another dealership, a visitor and an inactive dealership cannot", async () => {
    await expectRefused(stranger, nextPath(dealer));
    const visitor = server.anonymous().storage.from("vehicle_images");
    const path = nextPath(dealer);
    const { error } = await visitor.upload(path, await smallJpeg());
    expect(error).toMatchObject({ status: 400, statusCode: "403" });
    expect(await rowsAt(path)).toEqual([]);
    const inactive = await createDealership(server);
    await server.sql`update public.profiles set is_active = false where id = ${inactive.id}`;
    const refused = await photos(inactive).upload(nextPath(inactive), await smallJpeg());
    expect(refused.error).toMatchObject({ status: 400, statusCode: "403" });
  });

  test("another dealership cannot replace or overwrite a photo", async () => {
    const path = nextPath(dealer);
    await photos(dealer).upload(path, await smallJpeg());
    const before = await rowsAt(path);
    const upsert = await photos(stranger).upload(path, await smallPng(), { upsert: true });
    const update = await photos(stranger).update(path, await smallPng());
    expect([upsert.error?.statusCode, update.error?.statusCode]).toEqual(["403", "403"]);
    expect(await rowsAt(path)).toEqual(before);
    expect((await fetchPublic(path)).headers.get("content-type")).toBe("image/jpeg");
  });

  test("a person who has signed out cannot upload or remove with the old token", async () => {
    const leaver = await createDealership(server);
    const path = nextPath(leaver);
    expect((await photos(leaver).upload(path, await smallJpeg())).error).toBeNull();
    const session = (await leaver.client.auth.getSession()).data.session;
    await leaver.client.auth.signOut();
    const headers = {
      apikey: server.anonKey,
      authorization: `Bearer ${session?.access_token}`,
      "content-type": "image/jpeg",
    };
    const late = await fetch(`${server.url}/storage/v1/object/vehicle_images/${nextPath(leaver)}`, {
      method: "POST",
      headers,
      body: new Uint8Array(await smallJpeg()),
    });
    const removal = await fetch(`${server.url}/storage/v1/object/vehicle_images`, {
      method: "DELETE",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ prefixes: [path] }),
    });
    expect(await late.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
    expect(await removal.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
    const kept = await server.sql`select from storage.objects where name like ${`${leaver.id}/%`}`;
    expect(kept).toHaveLength(1);
  });

  test("a request without an apikey is rejected before storage sees it", async () => {
    const answer = await fetch(
      `${server.url}/storage/v1/object/vehicle_images/${nextPath(dealer)}`,
      {
        method: "POST",
        body: new Uint8Array(await smallJpeg()),
      },
    );
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "No API key found in request" });
  });

  async function expectRefused(person: Person, path: string) {
    const { error } = await photos(person).upload(path, await smallJpeg());
    expect(error).toMatchObject({
      status: 400,
      statusCode: "403",
      message: "new row violates row-level security policy",
    });
    expect(await rowsAt(path)).toEqual([]);
    expect((await fetchPublic(path)).status).toBe(400);
  }
});
