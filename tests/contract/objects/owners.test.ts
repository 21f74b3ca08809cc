import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg, smallPng } from "#backend-tests/support/images.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let admin: Person;
let dealer: Person;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createAdmin(server);
  photo = await smallJpeg(640, 480);
});
beforeEach(async () => {
  dealer = await createDealership(server);
});
afterAll(() => server.stop());

/** Stores a photo; returns its name, public URL and signed URL. */
async function store(person: Person, bucket: string, name: string) {
  const files = person.client.storage.from(bucket);
  const body = bucket === "vehicle_images" ? photo : await smallPng();
  const contentType = bucket === "vehicle_images" ? "image/jpeg" : "image/png";
  const { error } = await files.upload(name, body, { contentType });
  if (error) throw error;
  const signed = await files.createSignedUrl(name, 3600);
  if (signed.error) throw signed.error;
  return {
    name,
    address: files.getPublicUrl(name).data.publicUrl,
    signed: signed.data.signedUrl,
  };
}

async function addVehicle(person: Person, owner: Person, images: string[]) {
  const { data, error } = await person.client
    .from("vehicles")
    .insert({ user_id: owner.id, brand: "Kia", model: "Rio", year: 2020, published: true, images })
    .select("id")
    .single();
  return { id: String(data?.id), error };
}

const isThere = async (name: string) =>
  (await server.sql`select from storage.objects where name = ${name}`).length === 1;

describe("the photos of a deactivated dealership", () => {
  test("are hidden at every URL, also where a rendition or browser cached them", async () => {
    const seller = await createSalesperson(server, dealer.id);
    const car = await store(dealer, "vehicle_images", `${dealer.id}/1700000000000-kia.jpg`);
    const logo = await store(dealer, "dealership_logos", `${dealer.id}/logo_1700000000000`);
    const card = await store(seller, "dealership_logos", `${seller.id}/logo_1700000000000`);
    const rendered = car.address.replace("/object/", "/render/image/");
    const first = await fetch(car.address);
    const eTag = first.headers.get("etag") ?? "";
    const visits: [string, RequestInit?][] = [
      [car.address],
      [car.address, { headers: { "if-none-match": eTag } }],
      [car.address, { headers: { range: "bytes=0-9" } }],
      [car.address, { method: "HEAD" }],
      [car.signed],
      [`${rendered}?width=320`],
      [car.address.replace("/object/public/", "/object/info/public/")],
      [logo.address],
      [logo.signed],
      [card.address],
    ];
    const visit = () =>
      Promise.all(visits.map(async ([url, init]) => (await fetch(url, init)).status));
    const shown = [200, 304, 206, 200, 200, 200, 200, 200, 200, 200];
    expect(await visit()).toEqual(shown);

    const switchTo = (is_active: boolean) =>
      admin.client.from("profiles").update({ is_active }).eq("id", dealer.id).select().single();
    expect((await switchTo(false)).error).toBeNull();
    expect(await visit()).toEqual(visits.map(() => 400));
    const answer = await fetch(car.address);
    expect(await answer.json()).toMatchObject({ code: "NoSuchKey", statusCode: "404" });
    expect(answer.headers.get("cache-control")).toBe("no-store");

    expect((await switchTo(true)).error).toBeNull();
    expect(await visit()).toEqual(shown);
  });
});

describe("the photos of a vehicle", () => {
  test("are public while it is hidden, and gone once its dealer deletes it by REST", async () => {
    const kept = await store(dealer, "vehicle_images", `${dealer.id}/1700000000001-a.jpg`);
    const gone = await store(dealer, "vehicle_images", `${dealer.id}/1700000000002-b.jpg`);
    const vehicles = dealer.client.from("vehicles");
    const { id } = await addVehicle(dealer, dealer, [kept.address, gone.address]);
    await addVehicle(dealer, dealer, [kept.address]);
    await vehicles.update({ published: false }).eq("id", id);
    expect((await fetch(gone.address)).status).toBe(200);
    expect((await vehicles.delete().eq("id", id).select()).data).toHaveLength(1);
    expect((await fetch(gone.address)).status).toBe(400);
    expect((await fetch(gone.signed)).status).toBe(400);
    expect((await fetch(kept.address)).status).toBe(200);
  });

  test("cannot be another dealer's, so an administrator's delete never removes those", async () => {
    const other = await createDealership(server);
    const foreign = await store(other, "vehicle_images", `${other.id}/1700000000003-c.jpg`);
    const { error } = await addVehicle(dealer, dealer, [foreign.address]);
    expect(error).toMatchObject({ code: "23514" });
    expect(
      (await server.sql`select from public.vehicles where user_id = ${dealer.id}`).length,
    ).toBe(0);
    expect((await addVehicle(other, other, [foreign.address])).error).toBeNull();
  });

  test("on a public page cannot be another dealer's", async () => {
    const other = await createDealership(server);
    const logo = await store(other, "dealership_logos", `${other.id}/logo_1700000000004`);
    for (const config of [
      { profile: { logo: logo.address } },
      { page_style: { hero_image_url: logo.address } },
    ]) {
      const { error } = await dealer.client.from("profiles").update({ config }).eq("id", dealer.id);
      expect(error).toMatchObject({ code: "23514" });
      const own = await other.client.from("profiles").update({ config }).eq("id", other.id);
      expect(own.error).toBeNull();
    }
  });
});

describe("the logo of a dealership that may not edit its public page", () => {
  test("can be removed, replaced, moved and copied only by an administrator", async () => {
    const logo = await store(dealer, "dealership_logos", `${dealer.id}/logo_1700000000005`);
    const limit = { features: { canEditPublicPage: false } };
    await server.sql`update public.profiles set config = ${server.sql.json(limit)} where id = ${dealer.id}`;
    const own = dealer.client.storage.from("dealership_logos");
    expect((await own.remove([logo.name])).data).toEqual([]);
    const png = { contentType: "image/png", upsert: true };
    const refused = { statusCode: "403" };
    expect((await own.upload(logo.name, await smallPng(), png)).error).toMatchObject(refused);
    expect((await own.update(logo.name, await smallPng(), png)).error).toMatchObject(refused);
    expect((await own.move(logo.name, `${dealer.id}/logo_2`)).error).toMatchObject(refused);
    expect((await own.copy(logo.name, `${dealer.id}/logo_2`)).error).toMatchObject(refused);
    expect((await own.createSignedUploadUrl(`${dealer.id}/logo_2`)).error).toMatchObject(refused);
    expect(await isThere(logo.name)).toBe(true);
    expect(await isThere(`${dealer.id}/logo_2`)).toBe(false);
    const byAdmin = await admin.client.storage.from("dealership_logos").remove([logo.name]);
    expect(byAdmin.data).toHaveLength(1);
  });
});
