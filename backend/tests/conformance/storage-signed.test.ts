import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
let stranger: Account;
let photo: string;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
  stranger = await createAccount(server);
  await papers().upload("secret.txt", new Blob(["secret"], { type: "text/plain" }));
  photo = `${owner.id}/1700000000000-a.jpg`;
  await pictures(owner).upload(photo, await smallJpeg());
});
afterAll(() => server.stop());

const papers = () => server.service().storage.from("papers");
const pictures = (account: Account) => account.client.storage.from("pictures");
const urlOf = (answer: { data: { signedUrl: string } | null }) => answer.data?.signedUrl ?? "";

describe("storage-js, signed URLs for reading", () => {
  test("a visitor reads the object without a key until the URL expires", async () => {
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

  test("the service sets a download name, and signs several URLs in one call", async () => {
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

  test("a visitor gets a signed picture only in the signed size", async () => {
    const signed = await pictures(owner).createSignedUrl(photo, 60, {
      transform: { width: 96, height: 96 },
    });
    const url = urlOf(signed);
    expect(url).toContain("/render/image/sign/");
    const answer = await fetch(`${url}&width=1920&height=1920`);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(8_000);
    const own = await pictures(owner).download(photo, { transform: { width: 96 } });
    expect(own.data?.type).toBe("image/jpeg");
  });

  test("an account can neither sign another's object nor reuse a URL for another", async () => {
    expect((await pictures(stranger).createSignedUrl(photo, 60)).error).toMatchObject({
      statusCode: "404",
    });
    expect(
      (await server.anonymous().storage.from("papers").createSignedUrl("secret.txt", 60)).error,
    ).not.toBeNull();
    expect((await pictures(stranger).createSignedUrls([photo], 60)).data).toMatchObject([
      { signedUrl: null },
    ]);
    await papers().upload("other.txt", new Blob(["other"], { type: "text/plain" }));
    const url = urlOf(await papers().createSignedUrl("secret.txt", 60));
    for (const tried of [
      url.replace("secret.txt", "other.txt"),
      url.replace("/papers/", "/pictures/"),
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

describe("storage-js, signed URLs for uploading", () => {
  test("a visitor uploads once, or again if the URL was signed with upsert", async () => {
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

  test("an account's URL accepts only pictures, and ends with the session", async () => {
    const path = `${owner.id}/1700000000001-b.jpg`;
    const { data } = await pictures(owner).createSignedUploadUrl(path);
    const visitor = server.anonymous().storage.from("pictures");
    const text = await visitor.uploadToSignedUrl(path, data?.token ?? "", new Blob(["no picture"]));
    expect(text.error).toMatchObject({ statusCode: "415" });
    expect(
      (await visitor.uploadToSignedUrl(path, data?.token ?? "", await smallJpeg())).error,
    ).toBeNull();
    const [row] = await server.sql`select owner_id from storage.objects where name = ${path}`;
    expect(row?.owner_id).toBe(owner.id);
    const later = await pictures(owner).createSignedUploadUrl(`${owner.id}/1700000000002-c.jpg`);
    await owner.client.auth.signOut();
    const late = await visitor.uploadToSignedUrl(
      `${owner.id}/1700000000002-c.jpg`,
      later.data?.token ?? "",
      await smallJpeg(),
    );
    expect(late.error).toMatchObject({ statusCode: "403" });
  });

  test("an account can neither sign for another's folder nor use a URL elsewhere", async () => {
    expect(
      (await pictures(stranger).createSignedUploadUrl(`${owner.id}/x.jpg`)).error,
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
