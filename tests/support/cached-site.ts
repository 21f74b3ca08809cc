import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Database, openDatabase } from "#backend/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "#backend-tests/support/database.ts";
import { type RawAnswer, sendRaw } from "#backend-tests/support/send-raw.ts";
import { openPageCache, type PageEnvironment } from "#site/page-cache/index.ts";

/**
 * A process of the site with its own connections and cache. Its pages show a vehicle's price and
 * its dealership's name, like a visitor's page. A POST runs its body as SQL.
 */
export type CachingProcess = {
  url: string;
  asked: Request[];
  /** The number of requests so far. */
  received(): number;
  database: Database;
  /** A page waits for this after reading its rows. */
  renderDelay: { wait(): Promise<unknown> };
  read(id: string, headers?: Record<string, string>): Promise<RawAnswer>;
  /** The price on the vehicle's page. */
  priceOf(id: string): Promise<number | null>;
  write(statement: string): Promise<void>;
  stop(): Promise<void>;
};

/** A database with one dealership, and the processes of a site over it. */
export type CachedSite = {
  database: TestDatabase;
  dealership: string;
  addDealership(name: string): Promise<string>;
  /** Adds a published vehicle, to the first dealership by default. */
  addVehicle(owner?: string): Promise<string>;
  startProcess(maxBytes?: number): Promise<CachingProcess>;
  stopProcesses(): Promise<void>;
};

/** Pages with this query depend on the sitemap: on which vehicles have a page, not on prices. */
export const sitemapQuery = "?pagina=sitemap";

/** The statement that sets a vehicle's price. */
export const setPrice = (id: string, price: number) =>
  `update public.vehicles set price = '${price}' where id = '${id}'`;

/** Copies a database and adds a dealership; processes are started separately. */
export async function openCachedSite(): Promise<CachedSite> {
  const database = await createTestDatabase();
  const open: CachingProcess[] = [];
  const addOwner = (name: string) => addDealership(database, name);
  const dealership = await addOwner("Autos del Valle");
  return {
    database,
    dealership,
    addDealership: addOwner,
    addVehicle: (owner = dealership) => addVehicle(database, owner),
    startProcess: async (maxBytes = 10_000_000) => {
      const started = await startProcess(database, maxBytes);
      open.push(started);
      return started;
    },
    stopProcesses: async () => {
      await Promise.all(open.splice(0).map((each) => each.stop()));
    },
  };
}

async function addDealership(database: TestDatabase, name: string): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), gen_random_uuid() || '@example.com', '{}') returning id`;
  const id = row?.id ?? "";
  await database.sql`update public.profiles
    set role = 'concesionario', full_name = ${name}, is_active = true where id = ${id}`;
  return id;
}

async function addVehicle(database: TestDatabase, owner: string): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, price, published)
    values (${owner}, 'Kia', 'Rio', 2020, '0', true) returning id`;
  return row?.id ?? "";
}

async function startProcess(database: TestDatabase, maxBytes: number): Promise<CachingProcess> {
  const own = openDatabase(database);
  const asked: Request[] = [];
  const renderDelay = { wait: async (): Promise<unknown> => undefined };
  const answer = async (
    request: Request,
    { cacheUntilChanged }: PageEnvironment,
  ): Promise<Response> => {
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
    await renderDelay.wait();
    if (!row) return new Response("No está", { status: 404 });
    if (!request.url.includes("palabras"))
      cacheUntilChanged?.([request.url.endsWith(sitemapQuery) ? "sitemap" : row.owner]);
    const page = `<p>${row.price}</p><p>${row.name}</p><p>${request.url}</p>${" ".repeat(2_000)}`;
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  };
  const cache = await openPageCache({
    maxBytes,
    answer,
    listen: own.listen,
    requestLog: () => undefined,
    onDomainsChanged: () => undefined,
    pages: {
      matchRoute: (path) => (path.startsWith("/auto/") ? "/auto/:id" : "*"),
      patterns: new Set(["/auto/:id"]),
      parameters: new Set(["vendedor", "pagina"]),
    },
  });
  const server: Server = createServer(cache.listener).listen(0, "127.0.0.1");
  let received = 0;
  server.on("request", () => {
    received += 1;
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read: CachingProcess["read"] = (id, headers) =>
    sendRaw(url, { method: "GET", path: `/auto/${id}`, headers });
  return {
    url,
    asked,
    received: () => received,
    database: own,
    renderDelay,
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
}
