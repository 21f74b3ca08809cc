import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { smallJpeg } from "#tests/support/images.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let stranger: Person;
let photo: string;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  stranger = await createDealership(server);
  await server.service().storage.createBucket("papers", { public: false });
  await papers().upload("secret.txt", new Blob(["secret"], { type: "text/plain" }));
  photo = `${dealer.id}/1700000000000-a.jpg`;
  await photos(dealer).upload(photo, await smallJpeg());
});
afterAll(() => server.stop());

const papers = () => server.service().storage.from("papers");
const photos = (person: Person) => person.client.storage.from("vehicle_images");
const urlOf = (answer: { data: { signedUrl: string } | null }) => answer.data?.signedUrl ?? "";

describe("storage-js, signed addresses for reading", () => {
  test("whoever holds one reads the object without a key, until it expires", async () => {
    const url = urlOf(await papers().createSignedUrl("secret.txt", 60));
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "secret"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    const late = await fetch(url);
    vi.useRealTimers();
    expect(await late.json()).toMatchObject({
      statusCode: "400",
      code: "InvalidSignature",
      message: "The signed address has expired",
    });
  });

  test("one may ask for the name to save under, and sign many at once", async () => {
    const url = urlOf(await papers().createSignedUrl("secret.txt", 60, { download: "a.txt" }));
    expect((await fetch(url)).headers.get("content-disposition")).toContain("a.txt");
    const { data } = await papers().createSignedUrls(["secret.txt", "none.txt"], 60);
    expect(data).toMatchObject([
      {
        path: "secret.txt",
        error: null,
        signedUrl: expect.stringContaining("/object/sign/papers/secret.txt?token="),
      },
      {
        path: "none.txt",
        signedUrl: null,
        error: "Either the object does not exist or you do not have access to it",
      },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("secret");
  });

  test("a signed picture is given in the size that was signed, and in no other", async () => {
    const signed = await photos(dealer).createSignedUrl(photo, 60, {
      transform: { width: 96, height: 96 },
    });
    const url = urlOf(signed);
    expect(url).toContain("/render/image/sign/");
    const answer = await fetch(`${url}&width=1920&height=1920`);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(8_000);
    const own = await photos(dealer).download(photo, { transform: { width: 96 } });
    expect(own.data?.type).toBe("image/jpeg");
  });

  test("nobody signs what they may not read, and no address opens another object or another way", async () => {
    expect((await photos(stranger).createSignedUrl(photo, 60)).error).toMatchObject({
      statusCode: "404",
    });
    expect(
      (await server.anonymous().storage.from("papers").createSignedUrl("secret.txt", 60)).error,
    ).not.toBeNull();
    expect((await photos(stranger).createSignedUrls([photo], 60)).data).toMatchObject([
      { signedUrl: null },
    ]);
    await papers().upload("other.txt", new Blob(["other"], { type: "text/plain" }));
    const url = urlOf(await papers().createSignedUrl("secret.txt", 60));
    for (const tried of [
      url.replace("secret.txt", "other.txt"),
      url.replace("/papers/", "/vehicle_images/"),
      url.replace(/token=.*/, `token=${server.serviceRoleKey}`),
      url.replace(/token=.*/, ""),
      `${url}x`,
    ]) {
      expect((await fetch(tried)).status).toBe(400);
    }
    const token = new URL(url).searchParams.get("token") ?? "";
    const bearer = await fetch(`${server.url}/storage/v1/object/papers/secret.txt`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
    });
    expect(bearer.status).toBe(400);
  });
});

describe("storage-js, signed addresses for uploading", () => {
  test("whoever holds one uploads there once, or again where that was signed", async () => {
    const { data } = await papers().createSignedUploadUrl("in/a.txt");
    const visitor = server.anonymous().storage.from("papers");
    const upload = (token = "", content = "a") =>
      visitor.uploadToSignedUrl("in/a.txt", token, new Blob([content], { type: "text/plain" }));
    expect(await upload(data?.token)).toMatchObject({
      data: { path: "in/a.txt", fullPath: "papers/in/a.txt" },
      error: null,
    });
    expect((await upload(data?.token)).error).toMatchObject({
      statusCode: "409",
      message: "The resource already exists",
    });
    const again = await papers().createSignedUploadUrl("in/a.txt", { upsert: true });
    expect((await upload(again.data?.token, "b")).error).toBeNull();
    expect(await (await papers().download("in/a.txt")).data?.text()).toBe("b");
    const bare = await fetch(again.data?.signedUrl ?? "", {
      method: "PUT",
      headers: { "content-type": "text/plain" },
      body: "c",
    });
    expect(bare.status).toBe(200);
  });

  test("a dealer's belongs to the dealer, holds only pictures, and ends with the session", async () => {
    const path = `${dealer.id}/1700000000001-b.jpg`;
    const { data } = await photos(dealer).createSignedUploadUrl(path);
    const visitor = server.anonymous().storage.from("vehicle_images");
    const text = await visitor.uploadToSignedUrl(path, data?.token ?? "", new Blob(["no picture"]));
    expect(text.error).toMatchObject({ statusCode: "415" });
    expect(
      (await visitor.uploadToSignedUrl(path, data?.token ?? "", await smallJpeg())).error,
    ).toBeNull();
    const [row] = await server.sql`select owner_id from storage.objects where name = ${path}`;
    expect(row?.owner_id).toBe(dealer.id);
    const later = await photos(dealer).createSignedUploadUrl(`${dealer.id}/1700000000002-c.jpg`);
    await dealer.client.auth.signOut();
    const late = await visitor.uploadToSignedUrl(
      `${dealer.id}/1700000000002-c.jpg`,
      later.data?.token ?? "",
      await smallJpeg(),
    );
    expect(late.error).toMatchObject({ statusCode: "403" });
  });

  test("nobody signs for a place that is not theirs, and no address serves another place or another way", async () => {
    expect(
      (await photos(stranger).createSignedUploadUrl(`${dealer.id}/x.jpg`)).error,
    ).toMatchObject({ statusCode: "403" });
    expect(
      (await server.anonymous().storage.from("papers").createSignedUploadUrl("x.txt")).error,
    ).toMatchObject({ statusCode: "403" });
    const { data } = await papers().createSignedUploadUrl("in/only.txt");
    const token = data?.token ?? "";
    const elsewhere = await papers().uploadToSignedUrl("in/other.txt", token, new Blob(["x"]));
    expect(elsewhere.error).toMatchObject({ code: "InvalidSignature" });
    const readWith = await fetch(
      `${server.url}/storage/v1/object/sign/papers/in/only.txt?token=${token}`,
    );
    expect(readWith.status).toBe(400);
    const reading = urlOf(await papers().createSignedUrl("secret.txt", 60));
    const written = await papers().uploadToSignedUrl(
      "secret.txt",
      new URL(reading).searchParams.get("token") ?? "",
      new Blob(["x"]),
    );
    expect(written.error).toMatchObject({ code: "InvalidSignature" });
    expect(await (await papers().download("secret.txt")).data?.text()).toBe("secret");
  });
});
