import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallJpeg } from "#tests/support/images.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  stranger = await createDealership(server);
  await server.service().storage.createBucket("papers", { public: false });
  await server.service().storage.createBucket("open", { public: true });
});
afterAll(() => server.stop());

const papers = () => server.service().storage.from("papers");
const photos = (person: Person) => person.client.storage.from("vehicle_images");
const words = (content: string, type = "text/plain") => new Blob([content], { type });

describe("storage-js, files: the service in a bucket of any content", () => {
  test("uploads a blob, a form, a buffer, an array buffer and a stream, and gets back the same bytes", async () => {
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

  test("keeps type, cache time and metadata, and tells them", async () => {
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

  test("is told of a duplicate, replaces with upsert and update, and knows what is there", async () => {
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

  test("removes exactly what it names, and is given what was removed", async () => {
    await papers().upload("gone/a.txt", words("a"));
    await papers().upload("gone/b.txt", words("b"));
    const { data } = await papers().remove(["gone/a.txt", "gone", "gone/none.txt"]);
    expect(data?.map(({ name }) => name)).toEqual(["gone/a.txt"]);
    expect((await papers().exists("gone/b.txt")).data).toBe(true);
  });

  test("streams a download, and stops one", async () => {
    await papers().upload("flow.txt", words("flow"));
    const { data } = await papers().download("flow.txt").asStream();
    expect(await new Response(data).text()).toBe("flow");
    const controller = new AbortController();
    controller.abort();
    const stopped = await papers().download("flow.txt", {}, { signal: controller.signal });
    expect(stopped.error?.message).toContain("abort");
  });

  test("has a page shown as its text, sandboxed, to whoever opens it", async () => {
    const open = server.service().storage.from("open");
    await open.upload("page.html", words("<script>1</script>", "text/html"));
    const answer = await fetch(open.getPublicUrl("page.html").data.publicUrl);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("gives visitors of a public bucket the object, its name to save it under, and what is known of it", async () => {
    const open = server.service().storage.from("open");
    await open.upload("hola.txt", words("hola"));
    const { publicUrl } = open.getPublicUrl("hola.txt", { download: "saludo.txt" }).data;
    expect((await fetch(publicUrl)).headers.get("content-disposition")).toContain("saludo.txt");
    const info = await fetch(`${server.url}/storage/v1/object/info/public/open/hola.txt`);
    expect(await info.json()).toMatchObject({ name: "hola.txt", size: 4 });
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

  test("tells what lies deeper as folders, between pages too", async () => {
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
  test("the service moves and copies within a bucket and across, metadata and all", async () => {
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

  test("and is told of what is not there, of a place that is taken, and of a name that cannot be", async () => {
    await papers().upload("one.txt", words("1"));
    await papers().upload("two.txt", words("2"));
    expect((await papers().move("none.txt", "x.txt")).error).toMatchObject({ statusCode: "404" });
    expect((await papers().move("one.txt", "two.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await papers().copy("one.txt", "two.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await papers().move("one.txt", "../x")).error).toMatchObject({ code: "InvalidKey" });
    expect(await (await papers().download("two.txt")).data?.text()).toBe("2");
  });

  test("nothing but pictures that were cleaned as such gets into a bucket of pictures", async () => {
    await papers().upload(
      "fake.jpg",
      new Blob([new Uint8Array(await smallJpeg())], { type: "image/jpeg" }),
    );
    for (const act of ["move", "copy"] as const) {
      const { error } = await papers()[act]("fake.jpg", `${dealer.id}/fake.jpg`, {
        destinationBucket: "vehicle_images",
      });
      expect(error).toMatchObject({ message: "Only pictures that were uploaded as such go there" });
    }
  });

  test("a dealer moves and copies the own photos, and neither takes nor places anybody else's", async () => {
    const photo = await smallJpeg();
    const theirs = `${stranger.id}/1700000000000-theirs.jpg`;
    const own = `${dealer.id}/1700000000000-own.jpg`;
    await photos(stranger).upload(theirs, photo);
    await photos(dealer).upload(own, photo);
    expect((await photos(dealer).copy(own, `${dealer.id}/b.jpg`)).error).toBeNull();
    expect(
      (await photos(dealer).move(`${dealer.id}/b.jpg`, `${dealer.id}/c.jpg`)).error,
    ).toBeNull();
    for (const act of ["move", "copy"] as const) {
      expect((await photos(dealer)[act](theirs, `${dealer.id}/stolen.jpg`)).error).toMatchObject({
        statusCode: "404",
      });
      expect((await photos(dealer)[act](own, `${stranger.id}/planted.jpg`)).error).toMatchObject({
        statusCode: "403",
      });
    }
    const names = await server.sql<
      { name: string }[]
    >`select name from storage.objects where bucket_id = 'vehicle_images' order by name`;
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      [own, `${dealer.id}/c.jpg`, theirs].toSorted(),
    );
  });
});
