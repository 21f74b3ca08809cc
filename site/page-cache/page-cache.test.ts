import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type CachedSite,
  sitemapQuery,
  openCachedSite,
  setPrice,
} from "#tests/support/cached-site.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";

let world: CachedSite;

beforeAll(async () => {
  world = await openCachedSite();
});
afterEach(() => world.stopProcesses());
afterAll(() => world.database.drop());

describe("a cached page", () => {
  test("is rendered once for many concurrent visitors, and not again for later ones", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    site.renderDelay.wait = () => held;
    const reads = Array.from({ length: 50 }, () => site.read(id));
    await expect.poll(() => site.received()).toBe(50);
    goOn();
    const answers = await Promise.all(reads);
    expect(new Set(answers.map(({ body }) => String(body))).size).toBe(1);
    expect((await site.read(id)).status).toBe(200);
    expect(site.asked).toHaveLength(1);
  });

  test("is answered with 304 only for its current ETag", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const { headers } = await site.read(id);
    const etag = String(headers.etag);
    const known = await site.read(id, { "if-none-match": `"other", ${etag}` });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
    await site.write(setPrice(id, 1));
    const changed = await site.read(id, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test("is sent in each visitor's encoding, with the same content", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const plain = await site.read(id);
    const packed = await site.read(id, { "accept-encoding": "br;q=0, gzip" });
    const smallest = await site.read(id, { "accept-encoding": "gzip, deflate, br" });
    const again = await site.read(id);
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(smallest.headers["content-encoding"]).toBe("br");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect([String(gunzipSync(packed.body)), String(again.body)]).toEqual([
      String(plain.body),
      String(plain.body),
    ]);
    expect(site.asked).toHaveLength(1);
  });

  test("is answered to HEAD without a body", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const { body } = await site.read(id);
    const head = await sendRaw(site.url, { method: "HEAD", path: `/auto/${id}` });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(body.length));
  });

  test("ignores a stranger's parameters, headers and host", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const tried = await sendRaw(site.url, {
      method: "GET",
      path: `/auto/${id}?evil=%3Cscript%3E&utm_source=x`,
      headers: {
        "x-forwarded-host": "evil.example",
        "x-original-url": "/evil",
        cookie: "session=evil",
        authorization: "Bearer evil",
        "user-agent": "evil",
      },
    });
    expect(String(tried.body)).not.toContain("evil");
    expect([...(site.asked[0]?.headers.keys() ?? [])]).toEqual(["x-request-id"]);
    const plain = await site.read(id);
    expect(plain.body).toEqual(tried.body);
    expect(site.asked).toHaveLength(1);
    const foreign = await site.read(id, { host: "evil.example" });
    expect(String(foreign.body)).toContain("evil.example");
    expect(String((await site.read(id)).body)).not.toContain("evil.example");
  });

  test("is stored per relevant parameters, in any order", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const ask = (search: string) => site.read(`${id}?${search}`);
    const [first, second] = [
      await ask("vendedor=ana&pagina=2"),
      await ask("pagina=2&vendedor=ana"),
    ];
    expect(first.body).toEqual(second.body);
    expect(String((await ask("pagina=3&vendedor=ana")).body)).not.toBe(String(first.body));
    expect(site.asked).toHaveLength(2);
  });

  test("is not replaced by a URL with a stranger's fragment", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    await site.read(`${id}?x#&vendedor=ana`);
    await site.read(`${id}#?pagina=2`);
    expect(String((await site.read(`${id}?vendedor=ana`)).body)).toContain("?vendedor=ana<");
    expect(String((await site.read(`${id}?pagina=2`)).body)).toContain("?pagina=2<");
  });

  test("does not exist for a missing page, or for one that forbids caching", async () => {
    const site = await world.startProcess();
    const missing = "00000000-0000-4000-8000-000000000000";
    expect([await site.priceOf(missing), await site.priceOf(missing)]).toEqual([null, null]);
    expect(site.asked).toHaveLength(2);
    const id = await world.addVehicle();
    await site.read(`${id}/palabras`);
    await site.read(`${id}/palabras`);
    expect(site.asked).toHaveLength(4);
  });

  test("is evicted when the cache is full, the least recently used first", async () => {
    const site = await world.startProcess(20_000);
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.addVehicle()));
    for (const id of ids) await site.read(id);
    const [first = "", last = ""] = [ids.at(0), ids.at(-1)];
    await site.read(last);
    expect(site.asked).toHaveLength(12);
    await site.read(first);
    expect(site.asked).toHaveLength(13);
  });
});

describe("a change in the database", () => {
  test("shows on the next page of the process that made it", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    for (let price = 1; price <= 100; price += 1) {
      await site.write(setPrice(id, price));
      expect(await site.priceOf(id)).toBe(price);
    }
  });

  test("shows even if the page was being rendered at the time", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    let made = 0;
    site.renderDelay.wait = () => {
      made += 1;
      return held;
    };
    const before = site.priceOf(id);
    await expect.poll(() => made).toBe(1);
    await site.write(setPrice(id, 7));
    const known = site.received();
    const during = site.priceOf(id);
    await expect.poll(() => site.received()).toBe(known + 1);
    goOn();
    expect([await before, await during, await site.priceOf(id)]).toEqual([0, 7, 7]);
  });

  test("shows when it hides or deletes a vehicle, or renames or stops a dealership", async () => {
    const owner = await world.addDealership("Motores Bahía");
    const [id, site] = [await world.addVehicle(owner), await world.startProcess()];
    const statusAfter = async (statement: string): Promise<string> => {
      await site.read(id);
      await site.write(statement);
      const { status, body } = await site.read(id);
      return `${status} ${/Motores \w+/.exec(String(body)) ?? ""}`;
    };
    const vehicle = `update public.vehicles set`;
    const profile = `update public.profiles set`;
    const ofVehicle = `where id = '${id}'`;
    const ofOwner = `where id = '${owner}'`;
    expect(await statusAfter(`${vehicle} published = false ${ofVehicle}`)).toBe("404 ");
    expect(await statusAfter(`${vehicle} published = true ${ofVehicle}`)).toMatch(/^200/);
    expect(await statusAfter(`${profile} full_name = 'Motores Sur' ${ofOwner}`)).toBe(
      "200 Motores Sur",
    );
    expect(await statusAfter(`${profile} is_active = false ${ofOwner}`)).toBe("404 ");
    expect(await statusAfter(`${profile} is_active = true ${ofOwner}`)).toMatch(/^200/);
    expect(await statusAfter(`delete from public.vehicles ${ofVehicle}`)).toBe("404 ");
  });

  test("shows when it starts, changes or ends a reservation", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const madeAfter = async (statement: string): Promise<number> => {
      await site.read(id);
      await site.write(statement);
      await site.read(id);
      return site.asked.length;
    };
    const ofVehicle = `where vehicle_id = '${id}'`;
    const reserve = `insert into public.deals
      (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at)
      values ('${world.dealership}', '${id}', 'Kia Rio', 'Apartado', current_date, now())`;
    expect(await madeAfter(reserve)).toBe(2);
    expect(await madeAfter(`update public.deals set until = current_date + 1 ${ofVehicle}`)).toBe(
      3,
    );
    expect(await madeAfter(`update public.deals set deposit = 500 ${ofVehicle}`)).toBe(3);
    expect(await madeAfter("select private.end_due_reservations()")).toBe(4);
  });

  test("leaves the page cached if it counts a visit or is in another dealership", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const other = await world.addVehicle(await world.addDealership("Otro"));
    await site.read(id);
    await site.write(`update public.vehicles set views = views + 1 where id = '${id}'`);
    await site.write(setPrice(other, 5));
    await site.read(id);
    expect(site.asked).toHaveLength(1);
  });

  test("updates the sitemap when a vehicle gets or loses its page, not for a price", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    const other = await world.addVehicle(await world.addDealership("Otro"));
    // Wait until the process has received the new vehicle, before the first page is rendered.
    await site.write("select");
    const madeAfter = async (statement: string): Promise<number> => {
      await site.read(`${id}${sitemapQuery}`);
      await site.write(statement);
      await site.read(`${id}${sitemapQuery}`);
      return site.asked.length;
    };
    const ofOther = `where id = '${other}'`;
    expect(await madeAfter(setPrice(id, 8))).toBe(1);
    expect(await madeAfter(`update public.vehicles set published = false ${ofOther}`)).toBe(2);
    expect(await madeAfter(`update public.vehicles set published = true ${ofOther}`)).toBe(3);
    expect(await madeAfter(`delete from public.vehicles ${ofOther}`)).toBe(4);
  });

  test("shows only once its transaction commits", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    await site.read(id);
    await site.write(`begin; ${setPrice(id, 9)}; rollback`);
    expect(await site.priceOf(id)).toBe(0);
    expect(site.asked).toHaveLength(1);
  });
});
