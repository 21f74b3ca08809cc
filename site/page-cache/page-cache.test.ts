import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#backend/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type RawAnswer, sendRaw } from "#tests/support/send-raw.ts";
import { openPageCache, type PageEnvironment } from "./index.ts";

/**
 * A process of the site: its own connections and cache, and pages that show a vehicle's price and
 * its dealership's name, as a visitor's page does. What is posted is done by SQL.
 */
type Process = {
  url: string;
  asked: Request[];
  database: Database;
  /** What a page waits for after it has read its rows. */
  whileMade: { wait(): Promise<unknown> };
  read(id: string, headers?: Record<string, string>): Promise<RawAnswer>;
  /** What a visitor reads there: the price. */
  priceOf(id: string): Promise<number | null>;
  write(statement: string): Promise<void>;
  stop(): Promise<void>;
};

let database: TestDatabase;
let dealership: string;
const open: Process[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dealership = await addDealership("Autos del Valle");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});
afterAll(() => database.drop());

async function addDealership(name: string): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), gen_random_uuid() || '@example.com', '{}') returning id`;
  const id = row?.id ?? "";
  await database.sql`update public.profiles
    set role = 'concesionario', full_name = ${name}, is_active = true where id = ${id}`;
  return id;
}

async function addVehicle(owner = dealership): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, price, published)
    values (${owner}, 'Kia', 'Rio', 2020, '0', true) returning id`;
  return row?.id ?? "";
}

/** Of a page that is kept as a part of the sitemap is: until one has a page, or none any longer. */
const ofSitemap = "?pagina=sitemap";

const setPrice = (id: string, price: number) =>
  `update public.vehicles set price = '${price}' where id = '${id}'`;

async function startProcess(maxBytes = 10_000_000): Promise<Process> {
  const own = openDatabase(database);
  const asked: Request[] = [];
  const whileMade = { wait: async (): Promise<unknown> => undefined };
  const answer = async (request: Request, { keep }: PageEnvironment): Promise<Response> => {
    if (request.method === "POST") {
      await own.owner.unsafe(await request.text());
      return new Response("done");
    }
    asked.push(request);
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const [row] = await own.owner<{ price: string; name: string; owner: string }[]>`
      select price, full_name as name, user_id as owner from public.vehicles
      join public.profiles on profiles.id = user_id and is_active
      where vehicles.id = ${id} and published`;
    await whileMade.wait();
    if (!row) return new Response("No está", { status: 404 });
    if (!request.url.includes("palabras"))
      keep?.([request.url.endsWith(ofSitemap) ? "sitemap" : row.owner]);
    const page = `<p>${row.price}</p><p>${row.name}</p><p>${request.url}</p>${" ".repeat(2_000)}`;
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  };
  const cache = await openPageCache({
    maxBytes,
    answer,
    listen: own.listen,
    requestLog: () => undefined,
    onHosts: () => undefined,
    pages: {
      nameRoute: (path) => (path.startsWith("/auto/") ? "/auto/:id" : "*"),
      patterns: new Set(["/auto/:id"]),
      parameters: new Set(["vendedor", "pagina"]),
    },
  });
  const server: Server = createServer(cache.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read: Process["read"] = (id, headers) =>
    sendRaw(url, { method: "GET", path: `/auto/${id}`, headers });
  const started: Process = {
    url,
    asked,
    database: own,
    whileMade,
    read,
    priceOf: async (id) => {
      const { status, body } = await read(id);
      return status === 200 ? Number(/<p>(\d+)</.exec(String(body))?.[1]) : null;
    },
    write: async (statement) => {
      const answered = await fetch(url, { method: "POST", body: statement });
      if (!answered.ok) throw new Error(`The write failed: ${answered.status}`);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await cache.stop();
      await own.close();
    },
  };
  open.push(started);
  return started;
}

describe("what a visitor is sent of a kept page", () => {
  test("many visitors at once have it made once, and later ones not at all", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    site.whileMade.wait = () => pause(100);
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.read(id)));
    expect(new Set(answers.map(({ body }) => String(body))).size).toBe(1);
    expect((await site.read(id)).status).toBe(200);
    expect(site.asked).toHaveLength(1);
  });

  test("a browser that has it is told so, and one that has another is not", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const { headers } = await site.read(id);
    const etag = String(headers.etag);
    const known = await site.read(id, { "if-none-match": `"other", ${etag}` });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
    await site.write(setPrice(id, 1));
    const changed = await site.read(id, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test("everybody gets the encoding that they take, and the same page in it", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
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

  test("a program that asks about it gets the head alone", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const { body } = await site.read(id);
    const head = await sendRaw(site.url, { method: "HEAD", path: `/auto/${id}` });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(body.length));
  });

  test("a stranger's parameters, headers and host change nothing that others see", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
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

  test("what is asked in another way is another page, in whatever order it is asked", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const ask = (search: string) => site.read(`${id}?${search}`);
    const [first, second] = [
      await ask("vendedor=ana&pagina=2"),
      await ask("pagina=2&vendedor=ana"),
    ];
    expect(first.body).toEqual(second.body);
    expect(String((await ask("pagina=3&vendedor=ana")).body)).not.toBe(String(first.body));
    expect(site.asked).toHaveLength(2);
  });

  test("a stranger's fragment puts no page in the place of another", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    await site.read(`${id}?x#&vendedor=ana`);
    await site.read(`${id}#?pagina=2`);
    expect(String((await site.read(`${id}?vendedor=ana`)).body)).toContain("?vendedor=ana<");
    expect(String((await site.read(`${id}?pagina=2`)).body)).toContain("?pagina=2<");
  });

  test("a page that is not there, or does not say that it may be kept, is made each time", async () => {
    const site = await startProcess();
    const missing = "00000000-0000-4000-8000-000000000000";
    expect([await site.priceOf(missing), await site.priceOf(missing)]).toEqual([null, null]);
    expect(site.asked).toHaveLength(2);
    const id = await addVehicle();
    await site.read(`${id}/palabras`);
    await site.read(`${id}/palabras`);
    expect(site.asked).toHaveLength(4);
  });

  test("a process that has no more room makes anew what was asked for longest ago", async () => {
    const site = await startProcess(20_000);
    const ids = await Promise.all(Array.from({ length: 12 }, () => addVehicle()));
    for (const id of ids) await site.read(id);
    const [first = "", last = ""] = [ids.at(0), ids.at(-1)];
    await site.read(last);
    expect(site.asked).toHaveLength(12);
    await site.read(first);
    expect(site.asked).toHaveLength(13);
  });
});

describe("how soon a visitor sees what changes", () => {
  test("on the next page of the process that answered the change", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    for (let price = 1; price <= 100; price += 1) {
      await site.write(setPrice(id, price));
      expect(await site.priceOf(id)).toBe(price);
    }
  });

  test("also where the page was being made while it changed", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    site.whileMade.wait = () => held;
    const before = site.priceOf(id);
    await expect.poll(() => site.asked.length).toBe(1);
    await pause(50);
    await site.write(setPrice(id, 7));
    const during = site.priceOf(id);
    await pause(50);
    goOn();
    expect([await before, await during, await site.priceOf(id)]).toEqual([0, 7, 7]);
  });

  test("a vehicle that is hidden, a dealership that is renamed or stopped, a vehicle that is gone", async () => {
    const owner = await addDealership("Motores Bahía");
    const [id, site] = [await addVehicle(owner), await startProcess()];
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

  test("a reservation that begins, changes and falls back by itself", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const madeAfter = async (statement: string): Promise<number> => {
      await site.read(id);
      await site.write(statement);
      await site.read(id);
      return site.asked.length;
    };
    const ofVehicle = `where vehicle_id = '${id}'`;
    const reserve = `insert into public.deals
      (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at)
      values ('${dealership}', '${id}', 'Kia Rio', 'Apartado', current_date, now())`;
    expect(await madeAfter(reserve)).toBe(2);
    expect(await madeAfter(`update public.deals set until = current_date + 1 ${ofVehicle}`)).toBe(
      3,
    );
    expect(await madeAfter(`update public.deals set deposit = 500 ${ofVehicle}`)).toBe(3);
    expect(await madeAfter("select private.end_due_reservations()")).toBe(4);
  });

  test("a visit that is counted, and another dealership's change, leave the page as it is", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const other = await addVehicle(await addDealership("Otro"));
    await site.read(id);
    await site.write(`update public.vehicles set views = views + 1 where id = '${id}'`);
    await site.write(setPrice(other, 5));
    await site.read(id);
    expect(site.asked).toHaveLength(1);
  });

  test("a vehicle that gets a page, or has none any longer, is the sitemap's, and a price is not", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    const other = await addVehicle(await addDealership("Otro"));
    const madeAfter = async (statement: string): Promise<number> => {
      await site.read(`${id}${ofSitemap}`);
      await site.write(statement);
      await site.read(`${id}${ofSitemap}`);
      return site.asked.length;
    };
    const ofOther = `where id = '${other}'`;
    expect(await madeAfter(setPrice(id, 8))).toBe(1);
    expect(await madeAfter(`update public.vehicles set published = false ${ofOther}`)).toBe(2);
    expect(await madeAfter(`update public.vehicles set published = true ${ofOther}`)).toBe(3);
    expect(await madeAfter(`delete from public.vehicles ${ofOther}`)).toBe(4);
  });

  test("a change that is taken back is none", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    await site.read(id);
    await site.write(`begin; ${setPrice(id, 9)}; rollback`);
    expect(await site.priceOf(id)).toBe(0);
    expect(site.asked).toHaveLength(1);
  });
});

/** When each price of a vehicle was written, for sure; the newest last. */
type History = { price: number; at: number }[];

/** Reads that showed an older price than the newest that was there a second before they began. */
async function readAtRandom(
  sites: Process[],
  histories: Map<string, History>,
  until: { isOver: boolean },
): Promise<{ reads: number; stale: string[] }> {
  const ids = [...histories.keys()];
  const stale: string[] = [];
  let reads = 0;
  while (!until.isOver) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
    const site = sites[Math.floor(Math.random() * sites.length)];
    const asked = performance.now();
    const seen = await site?.priceOf(id);
    const wanted = histories.get(id)?.findLast(({ at }) => at <= asked - 1_000)?.price ?? 0;
    if (seen === null || seen === undefined || seen < wanted) stale.push(`${seen} of ${wanted}`);
    reads += 1;
  }
  return { reads, stale };
}

describe("two processes over one database", () => {
  test("no visitor reads what is older than a second, while a thousand prices change at random and ears are lost", async () => {
    const sites = [await startProcess(), await startProcess()];
    const ids = await Promise.all(Array.from({ length: 10 }, () => addVehicle()));
    const histories = new Map(ids.map((id) => [id, [] as History]));
    const until = { isOver: false };
    const readers = Array.from({ length: 4 }, () => readAtRandom(sites, histories, until));
    for (let price = 1; price <= 1_000; price += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
      await sites[price % 2]?.write(setPrice(id, price));
      histories.get(id)?.push({ price, at: performance.now() });
      if (price % 250 === 0) await loseEars();
      await pause(2);
    }
    until.isOver = true;
    const results = await Promise.all(readers);
    expect(results.flatMap(({ stale }) => stale)).toEqual([]);
    const reads = results.reduce((sum, { reads: own }) => sum + own, 0);
    const made = sites.reduce((sum, { asked }) => sum + asked.length, 0);
    expect(reads).toBeGreaterThan(made);
    const last = [...histories].map(([id, history]) => [id, history.at(-1)?.price ?? 0]);
    await pause(1_000);
    for (const site of sites) {
      const shown = await Promise.all(ids.map(async (id) => [id, await site.priceOf(id)]));
      expect(shown).toEqual(last);
    }
  }, 120_000);

  test("a process whose listening connection is ended keeps nothing until it has another", async () => {
    const [id, site] = [await addVehicle(), await startProcess()];
    await site.read(id);
    await loseEars();
    await database.sql.unsafe(setPrice(id, 3));
    await expect.poll(() => site.priceOf(id), { timeout: 1_000, interval: 20 }).toBe(3);
    // It connects anew after half a second.
    await pause(1_500);
    await site.read(id);
    const made = site.asked.length;
    await site.read(id);
    expect(site.asked).toHaveLength(made);
  });
});

async function loseEars(): Promise<void> {
  const lost = await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('select', 'listen "pages"')`;
  if (lost.length === 0) throw new Error("Nobody listens");
}
