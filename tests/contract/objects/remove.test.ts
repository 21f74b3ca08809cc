import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;
let stranger: Person;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
  stranger = await createDealership(server);
  photo = await smallJpeg();
});

afterAll(() => server.stop());

const photos = (person: Person) => person.client.storage.from("vehicle_images");

async function uploadNames(folder: string, names: string[]): Promise<string[]> {
  const paths = names.map((name) => `${dealer.id}/${folder}${name}`);
  for (const path of paths) {
    const { error } = await photos(dealer).upload(path, photo);
    if (error) throw error;
  }
  return paths;
}

describe("removing photos", () => {
  test("a dealership gets the list of those removed, and visitors get 404", async () => {
    const paths = await uploadNames("", ["1700000000000-a.jpg", "1700000000000-b.jpg"]);
    const addresses = paths.map((path) => photos(dealer).getPublicUrl(path).data.publicUrl);
    expect((await fetch(addresses[0] ?? "")).status).toBe(200);
    const { data, error } = await photos(dealer).remove([...paths, `${dealer.id}/none.jpg`]);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).sort()).toEqual(paths);
    const shown = await Promise.all(addresses.map((address) => fetch(address)));
    expect(shown.map(({ status }) => status)).toEqual([400, 400]);
  });

  test("a dealership's salesperson can; another dealership and a visitor cannot", async () => {
    const [first, second] = await uploadNames("", ["1700000000001-a.jpg", "1700000000001-b.jpg"]);
    const salesperson = await createSalesperson(server, dealer.id);
    expect((await photos(salesperson).remove([first ?? ""])).data).toHaveLength(1);
    expect((await photos(stranger).remove([second ?? ""])).data).toEqual([]);
    const visitor = await server
      .anonymous()
      .storage.from("vehicle_images")
      .remove([second ?? ""]);
    expect(visitor.error).toMatchObject({ statusCode: "403" });
    const kept = await server.sql`select from storage.objects where name = ${second ?? ""}`;
    expect(kept).toHaveLength(1);
  });

  test("a name must match whole: a folder's name removes nothing in it", async () => {
    const [path] = await uploadNames("carpeta/", ["1700000000002-a.jpg"]);
    expect((await photos(dealer).remove([`${dealer.id}/carpeta`])).data).toEqual([]);
    expect((await photos(dealer).exists(path ?? "")).data).toBe(true);
  });

  test("a thousand names in one request are accepted", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${dealer.id}/${index}.jpg`);
    expect(await photos(dealer).remove(names)).toMatchObject({ data: [], error: null });
  });
});

describe("listing photos", () => {
  test("a dealership gets files and folders in order, page by page", async () => {
    await uploadNames("lista/", ["b.jpg", "a.jpg", "c.jpg"]);
    await uploadNames("lista/dentro/", ["d.jpg"]);
    const folder = `${dealer.id}/lista`;
    const all = await photos(dealer).list(folder);
    expect(all.data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ["dentro", false],
      ["a.jpg", true],
      ["b.jpg", true],
      ["c.jpg", true],
    ]);
    expect(all.data?.[1]?.metadata).toMatchObject({ mimetype: "image/jpeg" });
    const page = await photos(dealer).list(folder, {
      limit: 2,
      offset: 1,
      sortBy: { column: "name", order: "desc" },
    });
    expect(page.data?.map(({ name }) => name)).toEqual(["c.jpg", "b.jpg"]);
    const found = await photos(dealer).list(folder, { search: "B." });
    expect(found.data?.map(({ name }) => name)).toEqual(["b.jpg"]);
  });

  test("another dealership gets none of them, a visitor is refused", async () => {
    expect((await photos(stranger).list(dealer.id)).data).toEqual([]);
    const visitor = await server.anonymous().storage.from("vehicle_images").list(dealer.id);
    expect(visitor.error).toMatchObject({ statusCode: "403" });
  });

  test("a caller who sorts by an unknown column gets an error", async () => {
    const sortBy = { column: "name; drop table storage.objects", order: "asc" };
    const { error } = await photos(dealer).list(dealer.id, { sortBy });
    expect(error).toMatchObject({ statusCode: "400" });
  });
});
