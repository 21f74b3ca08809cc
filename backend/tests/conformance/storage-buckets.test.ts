import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
});
afterAll(() => server.stop());

const storage = () => server.service().storage;

describe("storage-js, buckets: the service", () => {
  test("creates, reads, updates and deletes one", async () => {
    expect(await storage().createBucket("drafts", { public: false })).toMatchObject({
      data: { name: "drafts" },
      error: null,
    });
    expect((await storage().getBucket("drafts")).data).toMatchObject({
      id: "drafts",
      name: "drafts",
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
    });
    const update = await storage().updateBucket("drafts", {
      public: true,
      fileSizeLimit: "2mb",
      allowedMimeTypes: ["application/pdf"],
    });
    expect(update.data).toEqual({ message: "Successfully updated" });
    await storage().updateBucket("drafts", { public: false });
    expect((await storage().getBucket("drafts")).data).toMatchObject({
      public: false,
      file_size_limit: 2_000_000,
      allowed_mime_types: ["application/pdf"],
    });
    expect(await storage().deleteBucket("drafts")).toMatchObject({
      data: { message: "Successfully deleted" },
      error: null,
    });
    expect((await storage().getBucket("drafts")).error).toMatchObject({
      statusCode: "404",
      message: "Bucket not found",
    });
  });

  test("lists all, and pages, searches and sorts", async () => {
    for (const name of ["list-b", "list-a", "list-c"]) await storage().createBucket(name);
    const all = await storage().listBuckets();
    expect(all.data?.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["pictures", "papers", "list-a", "list-b", "list-c"]),
    );
    const page = await storage().listBuckets({
      search: "list-",
      sortColumn: "id",
      sortOrder: "desc",
      limit: 2,
      offset: 1,
    });
    expect(page.data?.map(({ id }) => id)).toEqual(["list-b", "list-a"]);
  });

  test("gets an error for a taken or invalid name, and for a bucket with objects", async () => {
    await storage().createBucket("full");
    expect((await storage().createBucket("full")).error).toMatchObject({ statusCode: "409" });
    expect((await storage().createBucket("no/slash")).error).toMatchObject({
      message: "Bucket name invalid",
    });
    await storage()
      .from("full")
      .upload("a/b.txt", new Blob(["x"], { type: "text/plain" }));
    expect((await storage().deleteBucket("full")).error).toMatchObject({
      statusCode: "409",
      message: "The bucket you tried to delete is not empty",
    });
    expect((await storage().emptyBucket("full")).error).toBeNull();
    expect((await storage().from("full").list()).data).toEqual([]);
    expect((await storage().deleteBucket("full")).error).toBeNull();
    for (const answer of [
      await storage().emptyBucket("ghost"),
      await storage().deleteBucket("ghost"),
      await storage().updateBucket("ghost", { public: true }),
    ]) {
      expect(answer.error).toMatchObject({ statusCode: "404" });
    }
  });

  test("cannot exceed a bucket's size limit or upload other types", async () => {
    await storage().createBucket("small", {
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ["text/*"],
    });
    const small = storage().from("small");
    const text = (length: number, type = "text/plain") => new Blob(["x".repeat(length)], { type });
    expect((await small.upload("ok.txt", text(10))).error).toBeNull();
    expect((await small.upload("long.txt", text(11))).error).toMatchObject({ statusCode: "413" });
    expect((await small.upload("bad.bin", text(3, "application/zip"))).error).toMatchObject({
      statusCode: "415",
      message: "mime type application/zip is not supported",
    });
  });
});

describe("storage-js, buckets: other callers", () => {
  test("an account and a visitor can neither see nor change buckets", async () => {
    await storage().createBucket("locked", { public: false });
    await storage()
      .from("locked")
      .upload("a.txt", new Blob(["x"], { type: "text/plain" }));
    const before = await server.sql`select id, public, updated_at from storage.buckets order by id`;
    for (const client of [owner.client, server.anonymous()]) {
      const { storage: theirs } = client;
      expect((await theirs.listBuckets()).data ?? []).toEqual([]);
      expect((await theirs.getBucket("locked")).error).toMatchObject({ name: "StorageApiError" });
      expect((await theirs.createBucket("mine")).error).toMatchObject({ statusCode: "403" });
      expect((await theirs.updateBucket("locked", { public: true })).error).toMatchObject({
        statusCode: "403",
      });
      expect((await theirs.emptyBucket("locked")).error).not.toBeNull();
      expect((await theirs.emptyBucket("pictures")).error).not.toBeNull();
      const [full, empty] = [
        await theirs.deleteBucket("locked"),
        await theirs.deleteBucket("pictures"),
      ];
      expect(full.error).not.toBeNull();
      expect(empty.error).toEqual(full.error);
    }
    expect(
      await server.sql`select id, public, updated_at from storage.buckets order by id`,
    ).toEqual(before);
    expect(await server.sql`select from storage.objects where bucket_id = 'locked'`).toHaveLength(
      1,
    );
  });

  test("a visitor without a token or with an invalid one gets an error", async () => {
    const list = async (headers: Record<string, string>) => {
      const answer = await fetch(`${server.url}/storage/v1/bucket`, {
        headers: { apikey: server.anonKey, ...headers },
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await list({})).toMatchObject({
      status: 400,
      body: {
        statusCode: "400",
        error: "Error",
        message: expect.stringContaining("authorization"),
      },
    });
    expect(await list({ authorization: "Bearer no-jwt" })).toMatchObject({
      status: 400,
      body: { statusCode: "403", error: "Unauthorized" },
    });
  });

  test("an account cannot empty a bucket that holds its own pictures", async () => {
    const path = `${owner.id}/1700000000000-a.jpg`;
    await owner.client.storage.from("pictures").upload(path, await smallJpeg());
    expect((await owner.client.storage.emptyBucket("pictures")).error).toMatchObject({
      statusCode: "404",
    });
    expect(await server.sql`select from storage.objects where name = ${path}`).toHaveLength(1);
  });
});
