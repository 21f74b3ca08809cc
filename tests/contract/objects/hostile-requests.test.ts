import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as images from "#backend-tests/support/images.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let attacker: Person;
let victim: Person;
let token: string;
let photo: string;
let logo: string;

beforeAll(async () => {
  server = await startTestServer();
  attacker = await createDealership(server);
  victim = await createDealership(server);
  token = (await attacker.client.auth.getSession()).data.session?.access_token ?? "";
  photo = `${victim.id}/1700000000000-a.jpg`;
  logo = `${victim.id}/logo_1700000000000`;
  const bytes = await images.smallJpeg();
  await victim.client.storage.from("vehicle_images").upload(photo, bytes);
  await victim.client.storage.from("dealership_logos").upload(logo, bytes);
});

afterAll(() => server.stop());

describe("an attacker at other endpoints of Supabase Storage", () => {
  test.each([
    ["POST", "object/move"],
    ["POST", "object/copy"],
    ["POST", "object/sign/vehicle_images/{photo}"],
    ["POST", "object/upload/sign/vehicle_images/{photo}"],
    ["POST", "object/public/vehicle_images/{photo}"],
    ["POST", "object/authenticated/vehicle_images/{photo}"],
    ["PUT", "object/vehicle_images/{photo}"],
    ["PATCH", "object/vehicle_images/{photo}"],
    ["DELETE", "object/vehicle_images/{photo}"],
    ["POST", "bucket"],
    ["PUT", "bucket/vehicle_images"],
    ["POST", "bucket/vehicle_images/empty"],
    ["DELETE", "bucket/vehicle_images"],
    ["POST", "upload/resumable"],
  ])("cannot move, copy or open anything with %s %s", async (method, path) => {
    const before = await everything();
    const orders = { bucketId: "vehicle_images", sourceKey: photo, id: "evil", public: false };
    const destination = { destinationKey: `${attacker.id}/stolen.jpg`, expiresIn: 60 };
    const answer = await send(method, path.replace("{photo}", photo), {
      ...orders,
      ...destination,
    });
    expect(answer.status).toBe(400);
    expect(await everything()).toEqual(before);
  });
});

describe("an attacker who reads", () => {
  test.each([["{victim}"], ["{victim}/"], ["/{victim}"], ["../{victim}"], ["%"], ["_"]])(
    "cannot list another dealer's files under %j",
    async (typed) => {
      for (const bucket of ["vehicle_images", "dealership_logos"]) {
        const prefix = typed.replace("{victim}", victim.id);
        const answer = await send("POST", `object/list/${bucket}`, { prefix, search: "" });
        expect(answer).toMatchObject({ status: 200, body: [] });
        const paged = await send("POST", `object/list-v2/${bucket}`, { prefix });
        const nothing = { hasNext: false, folders: [], objects: [] };
        expect(paged).toMatchObject({ status: 200, body: nothing });
      }
    },
  );

  test("cannot list another dealer's folders at the root", async () => {
    const { body } = await send("POST", "object/list/vehicle_images", { prefix: "" });
    expect(JSON.stringify(body)).not.toContain(victim.id);
    const own = await victim.client.storage.from("vehicle_images").list();
    expect(own.data?.map(({ name }) => name)).toEqual([victim.id]);
  });

  test("cannot read another dealer's object or learn whether it exists", async () => {
    for (const route of ["object/info", "object", "object/authenticated"]) {
      const there = await send("GET", `${route}/vehicle_images/${photo}`);
      const nowhere = await send("GET", `${route}/vehicle_images/${victim.id}/none.jpg`);
      expect(there).toMatchObject({ status: 400, body: { code: "NoSuchKey" } });
      expect(there).toEqual(nowhere);
    }
  });
});

describe("an attacker who removes", () => {
  test("cannot remove through another bucket, a folder or a pattern", async () => {
    const before = await everything();
    for (const bucket of ["vehicle_images", "dealership_logos"]) {
      const prefixes = [photo, logo, victim.id, `${victim.id}*`, victim.id.toUpperCase()];
      const answer = await send("DELETE", `object/${bucket}`, { prefixes });
      expect(answer).toMatchObject({ status: 200, body: [] });
    }
    expect(await everything()).toEqual(before);
  });
});

describe("an attacker who uploads", () => {
  test.each([
    "{me}",
    "{ME}/x.jpg",
    "%20{me}/x.jpg",
    "{me}%20/x.jpg",
    "{me}.jpg",
    "{me};/x.jpg",
    "{me}/.../x.jpg",
    "{victim}/x.jpg",
  ])("cannot upload to %s, even as the victim's salesperson", async (typed) => {
    const before = await everything();
    const name = typed
      .replace("{me}", attacker.id)
      .replace("{ME}", attacker.id.toUpperCase())
      .replace("{victim}", victim.id);
    const seller = await createSalesperson(server, victim.id);
    const sellers = (await seller.client.auth.getSession()).data.session?.access_token ?? "";
    expect(await upload(token, `vehicle_images/${name}`)).toBe("403");
    expect(await upload(sellers, `dealership_logos/${name}`)).toBe("403");
    expect(await everything()).toEqual(before);
  });

  test("can set only the max-age of a Cache-Control", async () => {
    const form = new FormData();
    form.set("cacheControl", "9".repeat(10_000));
    form.set("owner", victim.id);
    form.set("", new Blob([new Uint8Array(await images.smallJpeg())]), "../../x.html");
    const names = ["form", "header", "honest"].map((each) => `${attacker.id}/${each}.jpg`);
    const [asForm, asHeader, honest] = names;
    expect(await upload(token, `vehicle_images/${asForm}`, form)).toBe("200");
    const headers = { "cache-control": `max-age=60, ${"x".repeat(5_000)}` };
    expect(await upload(token, `vehicle_images/${asHeader}`, undefined, headers)).toBe("200");
    const photos = attacker.client.storage.from("vehicle_images");
    await photos.upload(honest ?? "", await images.smallJpeg(), { cacheControl: "86400" });
    const rows = await server.sql`select metadata ->> 'cacheControl' as kept, owner_id
      from storage.objects where name = any (${names}) order by name`;
    expect([...rows]).toEqual([
      { kept: "max-age=3600", owner_id: attacker.id },
      { kept: "max-age=60", owner_id: attacker.id },
      { kept: "max-age=86400", owner_id: attacker.id },
    ]);
  });

  test("cannot store deeply nested metadata, by form or by header", async () => {
    const [refused, taken] = [nest(3_900), nest(10)];
    for (const [name, metadata] of [
      ["deep", refused],
      ["shallow", taken],
    ]) {
      const form = new FormData();
      form.set("metadata", metadata ?? "");
      form.set("", new Blob([new Uint8Array(await images.smallJpeg())]), "a.jpg");
      const headers = { "x-metadata": Buffer.from(metadata ?? "").toString("base64") };
      const expected = metadata === taken ? "200" : "400";
      const paths = [`${attacker.id}/${name}-form.jpg`, `${attacker.id}/${name}-header.jpg`];
      expect(await upload(token, `vehicle_images/${paths[0]}`, form)).toBe(expected);
      expect(await upload(token, `vehicle_images/${paths[1]}`, undefined, headers)).toBe(expected);
      const rows = await server.sql`select from storage.objects where name = any (${paths})`;
      expect(rows).toHaveLength(metadata === taken ? 2 : 0);
    }
  });

  test("cannot store a JPEG with hundreds of scans, nor delay another upload", async () => {
    const seller = await createSalesperson(server, attacker.id);
    const photos = seller.client.storage.from("vehicle_images");
    const bomb = images.scanBomb(800);
    const bombs = ["a", "b", "c"].map((name) =>
      photos.upload(`${attacker.id}/bomb-${name}.jpg`, bomb),
    );
    const path = `${victim.id}/neighbour.jpg`;
    const neighbours = victim.client.storage.from("vehicle_images");
    expect((await neighbours.upload(path, await images.smallJpeg())).error).toBeNull();
    for (const { error } of await Promise.all(bombs)) {
      expect(error).toMatchObject({ status: 400, statusCode: "415", code: "InvalidMimeType" });
    }
    const rows = await server.sql`select name from storage.objects
      where name = ${path} or name like ${`${attacker.id}/bomb-%`}`;
    expect([...rows]).toEqual([{ name: path }]);
  });

  test("writing one path eight times concurrently leaves one whole object", async () => {
    const path = `vehicle_images/${attacker.id}/race.jpg`;
    const first = await Promise.all(Array.from({ length: 8 }, () => upload(token, path)));
    expect(first.toSorted()).toEqual(["200", ...Array(7).fill("409")]);
    const upsert = { "x-upsert": "true" };
    const more = Array.from({ length: 8 }, () => upload(token, path, undefined, upsert));
    expect(new Set(await Promise.all(more))).toEqual(new Set(["200"]));
    const served = await fetch(`${server.url}/storage/v1/object/public/${path}`);
    expect(served.status).toBe(200);
    expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(500);
  });
});

describe("a value that PostgreSQL cannot store", () => {
  test.each([
    ["POST", "object/list/vehicle_images", { prefix: "", search: "\0" }],
    ["POST", "object/list/vehicle_images", { prefix: "\0" }],
    ["POST", "object/list/vehicle_images%00", { prefix: "" }],
    ["DELETE", "object/vehicle_images%00", { prefixes: ["a/b"] }],
    ["GET", "object/public/vehicle_images%00/a/b.jpg", undefined],
    ["POST", "object/vehicle_images%00/a/b.jpg", {}],
  ])("is rejected or not found in %s %s, without a server error", async (method, path, body) => {
    expect([200, 400]).toContain((await send(method, path, body)).status);
  });
});

async function everything() {
  const objects = await server.sql`select * from storage.objects order by id`;
  const buckets = await server.sql`select * from storage.buckets order by id`;
  return { objects: [...objects], buckets: [...buckets] };
}

/** A JSON object that nests arrays this deep. */
const nest = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

/** Sends JSON, or no body, with the attacker's token. */
async function send(method: string, path: string, body?: unknown) {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const answer = await sendRaw(server.url, {
    method,
    path: `/storage/v1/${path}`,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    ...(bytes ? { body: bytes } : {}),
  });
  return { status: answer.status, body: JSON.parse(answer.body.toString()) };
}

/** Uploads a photo; returns the status in the response's body. */
async function upload(
  bearer: string,
  path: string,
  form?: FormData,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${server.url}/storage/v1/object/${path}`, {
    method: "POST",
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${bearer}`,
      ...(form ? {} : { "content-type": "image/jpeg" }),
      ...headers,
    },
    body: form ?? new Uint8Array(await images.smallJpeg()),
  });
  const { statusCode } = await answer.json();
  return statusCode ?? String(answer.status);
}
