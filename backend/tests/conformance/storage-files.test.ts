import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
let stranger: Account;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
  stranger = await createAccount(server);
  await server.service().storage.createBucket("open", { public: true });
});
afterAll(() => server.stop());

const papers = () => server.service().storage.from("papers");
const pictures = (account: Account) => account.client.storage.from("pictures");
const words = (content: string, type = "text/plain") => new Blob([content], { type });

describe("storage-js, files: the service in a bucket of any content", () => {
  test("uploads a blob, form, buffer, array buffer and stream without changes", async () => {
    const form = new FormData();
    form.append("", words("form"), "form.txt");
    const stream = new Blob(["stream"]).stream();
    const bodies = {
      blob: words("blob"),
      form,
      buffer: Buffer.from("buffer"),
      array: new TextEncoder().encode("array").buffer,
      stream,
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { data, error } = await papers().upload(`ways/${name}`, body, {
        contentType: "text/plain",
        duplex: "half",
      });
      expect(error).toBeNull();
      expect(data).toEqual({
        id: expect.any(String),
        path: `ways/${name}`,
        fullPath: `papers/ways/${name}`,
      });
      const back = await papers().download(`ways/${name}`);
      expect(await back.data?.text()).toBe(name);
    }
  });

  test("stores and returns type, cache time and metadata", async () => {
    const options = { cacheControl: "77", metadata: { kind: "bill", lines: [1, 2] } };
    await papers().upload("info/a.csv", words("a,b", "text/csv"), options);
    await papers().upload("info/raw.csv", Buffer.from("a,b"), {
      ...options,
      contentType: "text/csv",
    });
    for (const path of ["info/a.csv", "info/raw.csv"]) {
      const { data } = await papers().info(path);
      expect(data).toMatchObject({
        name: path,
        bucketId: "papers",
        size: 3,
        contentType: "text/csv",
        cacheControl: "max-age=77",
        metadata: { kind: "bill", lines: [1, 2] },
      });
      expect(data?.etag).toBeTruthy();
    }
  });

  test("gets an error for a duplicate, and replaces with upsert and update", async () => {
    await papers().upload("twice.txt", words("one"));
    expect((await papers().upload("twice.txt", words("two"))).error).toMatchObject({
      statusCode: "409",
      message: "The resource already exists",
    });
    await papers().upload("twice.txt", words("two"), { upsert: true });
    expect(await (await papers().download("twice.txt")).data?.text()).toBe("two");
    await papers().update("twice.txt", words("three"));
    expect(await (await papers().download("twice.txt")).data?.text()).toBe("three");
    expect((await papers().exists("twice.txt")).data).toBe(true);
    expect((await papers().exists("never.txt")).data).toBe(false);
    expect((await papers().download("never.txt")).error).not.toBeNull();
    await expect(papers().throwOnError().download("never.txt")).rejects.toThrow();
  });

  test("removes only the named objects and returns their rows", async () => {
    await papers().upload("gone/a.txt", words("a"));
    await papers().upload("gone/b.txt", words("b"));
    const { data } = await papers().remove(["gone/a.txt", "gone", "gone/none.txt"]);
    expect(data?.map(({ name }) => name)).toEqual(["gone/a.txt"]);
    expect((await papers().exists("gone/b.txt")).data).toBe(true);
  });

  test("streams a download, and aborts one", async () => {
    await papers().upload("flow.txt", words("flow"));
    const { data } = await papers().download("flow.txt").asStream();
    expect(await new Response(data).text()).toBe("flow");
    const controller = new AbortController();
    controller.abort();
    const stopped = await papers().download("flow.txt", {}, { signal: controller.signal });
    expect(stopped.error?.message).toContain("abort");
  });

  test("serves HTML as sandboxed plain text", async () => {
    const open = server.service().storage.from("open");
    await open.upload("page.html", words("<script>1</script>", "text/html"));
    const answer = await fetch(open.getPublicUrl("page.html").data.publicUrl);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("serves a public object, its download name and its info to visitors", async () => {
    const open = server.service().storage.from("open");
    await open.upload("hello.txt", words("hello"));
    const { publicUrl } = open.getPublicUrl("hello.txt", { download: "greeting.txt" }).data;
    expect((await fetch(publicUrl)).headers.get("content-disposition")).toContain("greeting.txt");
    const info = await fetch(`${server.url}/storage/v1/object/info/public/open/hello.txt`);
    expect(await info.json()).toMatchObject({ name: "hello.txt", size: 5 });
    expect((await fetch(`${server.url}/storage/v1/object/public/papers/twice.txt`)).status).toBe(
      400,
    );
  });
});

describe("storage-js, list", () => {
  test("shows folders and files of one level, sorted, paged and searched", async () => {
    for (const name of ["b.txt", "a.txt", "c.txt", "deep/d.txt"])
      await papers().upload(`list/${name}`, words(name));
    const names = async (options?: object) =>
      (await papers().list("list", options)).data?.map(({ name }) => name);
    expect(await names()).toEqual(["deep", "a.txt", "b.txt", "c.txt"]);
    expect(await names({ sortBy: { column: "name", order: "desc" } })).toEqual([
      "deep",
      "c.txt",
      "b.txt",
      "a.txt",
    ]);
    expect(await names({ limit: 2, offset: 1 })).toEqual(["a.txt", "b.txt"]);
    expect(await names({ search: "B.T" })).toEqual(["b.txt"]);
    expect((await papers().list("nowhere")).data).toEqual([]);
  });

  test.each([
    { column: "name", order: "asc", expected: ["a", "b", "c", "d", "e"] },
    { column: "name", order: "desc", expected: ["e", "d", "c", "b", "a"] },
    { column: "created_at", order: "asc", expected: ["c", "a", "e", "b", "d"] },
    { column: "created_at", order: "desc", expected: ["d", "b", "e", "a", "c"] },
  ] as const)(
    "pages by cursor, by $column $order, without loss",
    async ({ column, order, expected }) => {
      const folder = `pages-${column}-${order}`;
      for (const name of ["c", "a", "e", "b", "d"])
        await papers().upload(`${folder}/${name}`, words(name));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await papers().listV2({
          prefix: `${folder}/`,
          limit: 2,
          sortBy: { column, order },
          cursor,
        });
        expect(data?.folders).toEqual([]);
        seen.push(...(data?.objects ?? []).map(({ name }) => name));
        cursor = data?.hasNext ? data.nextCursor : undefined;
      } while (cursor);
      expect(seen).toEqual(expected.map((name) => `${folder}/${name}`));
    },
  );

  test("returns deeper objects as folders, also across pages", async () => {
    for (const name of ["v/a.txt", "v/m/x.txt", "v/m/y.txt", "v/z.txt"])
      await papers().upload(name, words(name));
    const first = await papers().listV2({ prefix: "v/", with_delimiter: true, limit: 2 });
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ key: "v/m", name: "v/m/" }],
      objects: [{ name: "v/a.txt" }],
    });
    const second = await papers().listV2({
      prefix: "v/",
      with_delimiter: true,
      limit: 2,
      cursor: first.data?.nextCursor,
    });
    expect(second.data).toMatchObject({
      hasNext: false,
      folders: [],
      objects: [{ name: "v/z.txt" }],
    });
    const broken = await papers().listV2({ prefix: "v/", cursor: "broken" });
    expect(broken.error).toMatchObject({ statusCode: "400" });
  });
});

describe("storage-js, move and copy", () => {
  test("the service moves and copies objects with metadata, also across buckets", async () => {
    await papers().upload("from.txt", words("content"), { metadata: { kept: true } });
    expect((await papers().copy("from.txt", "copy.txt")).data).toEqual({ path: "papers/copy.txt" });
    expect((await papers().info("copy.txt")).data?.metadata).toEqual({ kept: true });
    expect((await papers().move("from.txt", "moved.txt")).data).toMatchObject({
      message: "Successfully moved",
    });
    expect((await papers().exists("from.txt")).data).toBe(false);
    const across = await papers().move("moved.txt", "over/there.txt", {
      destinationBucket: "open",
    });
    expect(across.error).toBeNull();
    const there = await server.service().storage.from("open").download("over/there.txt");
    expect(await there.data?.text()).toBe("content");
    const copied = await papers().copy("copy.txt", "over/copy.txt", { destinationBucket: "open" });
    expect(copied.data).toEqual({ path: "open/over/copy.txt" });
  });

  test("the service gets an error for a missing object, a taken and an invalid name", async () => {
    await papers().upload("one.txt", words("1"));
    await papers().upload("two.txt", words("2"));
    expect((await papers().move("none.txt", "x.txt")).error).toMatchObject({ statusCode: "404" });
    expect((await papers().move("one.txt", "two.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await papers().copy("one.txt", "two.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await papers().move("one.txt", "../x")).error).toMatchObject({ code: "InvalidKey" });
    expect(await (await papers().download("two.txt")).data?.text()).toBe("2");
  });

  test("the service cannot copy unchecked files into a bucket of pictures", async () => {
    await papers().upload(
      "fake.jpg",
      new Blob([new Uint8Array(await smallJpeg())], { type: "image/jpeg" }),
    );
    for (const act of ["move", "copy"] as const) {
      const { error } = await papers()[act]("fake.jpg", `${owner.id}/fake.jpg`, {
        destinationBucket: "pictures",
      });
      expect(error).toMatchObject({ message: "Only pictures that were uploaded as such go there" });
    }
  });

  test("an account moves and copies its own pictures, and no others", async () => {
    const photo = await smallJpeg();
    const theirs = `${stranger.id}/1700000000000-theirs.jpg`;
    const own = `${owner.id}/1700000000000-own.jpg`;
    await pictures(stranger).upload(theirs, photo);
    await pictures(owner).upload(own, photo);
    expect((await pictures(owner).copy(own, `${owner.id}/b.jpg`)).error).toBeNull();
    expect((await pictures(owner).move(`${owner.id}/b.jpg`, `${owner.id}/c.jpg`)).error).toBeNull();
    for (const act of ["move", "copy"] as const) {
      expect((await pictures(owner)[act](theirs, `${owner.id}/stolen.jpg`)).error).toMatchObject({
        statusCode: "404",
      });
      expect((await pictures(owner)[act](own, `${stranger.id}/planted.jpg`)).error).toMatchObject({
        statusCode: "403",
      });
    }
    const names = await server.sql<
      { name: string }[]
    >`select name from storage.objects where bucket_id = 'pictures' order by name`;
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      [own, `${owner.id}/c.jpg`, theirs].toSorted(),
    );
  });
});
