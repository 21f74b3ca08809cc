import { randomUUID } from "node:crypto";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { type ExternalPostgres, startExternalPostgres } from "#tests/support/external-postgres.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { type PgBouncer, pgbouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  makeServiceKey,
  readJwtSecret,
} from "#tests/support/server-process.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";
import { verifyDomain } from "../verify-domain.ts";

/** A visitor's response: status and document. */
async function visit(address: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(address);
  return { status: answer.status, html: await answer.text() };
}

async function update(dealer: Person, table: string, id: string, values: object): Promise<void> {
  const { error } = await dealer.client.from(table).update(values).eq("id", id);
  if (error) throw error;
}

test.describe("cached public pages", () => {
  test("a dealer's change is on all of their pages at the next visit", async ({ site }) => {
    const slug = `guardadas-${randomUUID().slice(0, 8)}`;
    const dealer = await createDealership(site, { slug });
    await createSalesperson(site, dealer.id, { slug: `${slug}-ana`, fullName: "Ana Antes" });
    const { id } = await makeVehicle(dealer, { published: true, model: "Kona" });
    const pages = [
      `/public/vehicle/${id}`,
      `/public/vehicle/${id}?vendedor=${slug}-ana`,
      `/share?ids=${id}`,
      `/i/${slug}`,
      `/i/${slug}/inventory`,
      `/i/${slug}/inventory?marca=hyundai`,
      `/i/${slug}/inventory.data`,
      `/s/${slug}-ana`,
    ];
    const readAll = () => Promise.all(pages.map((path) => visit(`${site.url}${path}`)));
    const shown = async (word: string) =>
      (await readAll()).map(({ status, html }) => (status === 200 ? html.includes(word) : status));
    const everywhere = pages.map(() => true);
    const nowhere = pages.map(() => false);
    expect(await shown("Kona")).toEqual(everywhere);
    await update(dealer, "vehicles", id, { model: "Tucson" });
    expect(await shown("Tucson")).toEqual(everywhere);
    expect(await shown("Kona")).toEqual(nowhere);
    await update(dealer, "vehicles", id, { published: false });
    expect(await shown("Tucson")).toEqual([404, 404, false, false, false, false, false, false]);
    await update(dealer, "vehicles", id, { published: true });
    expect(await shown("Tucson")).toEqual(everywhere);

    const card = `${site.url}/vcard/${slug}-ana`;
    expect((await visit(card)).html).toContain("Ana Antes");
    const { error } = await site
      .service()
      .from("profiles")
      .update({ full_name: "Ana Después" })
      .eq("public_slug", `${slug}-ana`);
    expect(error).toBeNull();
    expect((await visit(card)).html).toContain("Ana Después");
    await site.service().from("profiles").update({ is_active: false }).eq("id", dealer.id);
    expect((await readAll()).map(({ status }) => status)).toEqual([
      404, 404, 200, 404, 404, 404, 404, 404,
    ]);
    expect(await shown("Tucson")).not.toContain(true);
  });

  for (const slug of [undefined, null]) {
    test(`a visitor's shared page follows vehicles of a dealership ${slug === null ? "without" : "with"} a slug`, async ({
      site,
    }) => {
      const dealer = await createDealership(site, { slug });
      const [first, second] = [
        await makeVehicle(dealer, { published: true, model: "Kona" }),
        await makeVehicle(dealer, { published: true, model: "Tucson", vin: null }),
      ];
      const pages = ["/share", "/share.data"].map(
        (path) => `${site.url}${path}?ids=${first.id},${second.id}`,
      );
      pages.push(`${site.url}/public/vehicle/${first.id}`);
      /** The models named on each page, read twice, since the second response may be cached. */
      const read = async () => {
        const answers = [];
        for (const page of [...pages, ...pages]) {
          const { html } = await visit(page);
          answers.push(["Kona", "Tucson"].filter((model) => html.includes(model)).join("+"));
        }
        expect(answers.slice(pages.length)).toEqual(answers.slice(0, pages.length));
        return answers.slice(0, 2);
      };
      const both = ["Kona+Tucson", "Kona+Tucson"];
      expect(await read()).toEqual(both);
      await update(dealer, "vehicles", first.id, { published: false });
      expect(await read()).toEqual(["Tucson", "Tucson"]);
      await update(dealer, "vehicles", first.id, { published: true });
      expect(await read()).toEqual(both);
      await update(dealer, "vehicles", first.id, { status: "Vendido" });
      const sold = await visit(pages[0] ?? "");
      expect(sold.html).toContain("Vendido");
      await site.service().from("profiles").update({ is_active: false }).eq("id", dealer.id);
      expect(await read()).toEqual(["", ""]);
      await site.service().from("profiles").update({ is_active: true }).eq("id", dealer.id);
      expect(await read()).toEqual(both);
      await site.service().from("vehicles").delete().eq("id", first.id);
      expect(await read()).toEqual(["Tucson", "Tucson"]);
    });
  }

  test("a search engine finds a vehicle in the sitemap while it has a page", async ({ site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer);
    const part = `${site.url}/sitemap/${id.slice(0, 2)}.xml`;
    const isListed = async () => (await visit(part)).html.includes(id);
    expect(await isListed()).toBe(false);
    await update(dealer, "vehicles", id, { published: true });
    expect(await isListed()).toBe(true);
    await update(dealer, "vehicles", id, { published: false });
    expect(await isListed()).toBe(false);
  });

  test("a browser with a current copy gets a 304 until the page changes", async ({ site }) => {
    const dealer = await createDealership(site);
    const { id } = await makeVehicle(dealer, { published: true });
    const address = `${site.url}/public/vehicle/${id}`;
    const etag = (await fetch(address)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await fetch(address, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("content-security-policy")).toContain("script-src");
    await update(dealer, "vehicles", id, { price: "9000" });
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  test("a stranger with made-up hosts, headers or parameters changes no cached page", async ({
    site,
  }) => {
    const slug = `ajenas-${randomUUID().slice(0, 8)}`;
    await createDealership(site, { slug });
    const path = `/i/${slug}`;
    const invented = { method: "GET", path, headers: { host: "invented.example" } };
    for (const _ of [1, 2]) {
      const { headers } = await sendRaw(site.url, invented);
      // Not cached.
      expect(headers.etag).toBeUndefined();
    }
    const tried = await sendRaw(site.url, {
      method: "GET",
      path: `${path}?x=%22%3E%3Cscript%3Einvented%3C/script%3E&vendedor=`,
      headers: { "x-forwarded-host": "invented.example", "x-forwarded-proto": "invented" },
    });
    expect(tried.status).toBe(200);
    const plain = await visit(`${site.url}${path}`);
    expect(String(tried.body) + plain.html).not.toContain("invented");
  });

  test("a dealership that gives up its domain is no longer shown there", async ({ site }) => {
    const slug = `anfitrion-${randomUUID().slice(0, 8)}`;
    const dealer = await createDealership(site, { slug, fullName: "Autos Anfitrión" });
    const address = new URL(await verifyDomain(site, dealer));
    const ask = async () => {
      const headers = { host: address.host };
      const { status, body } = await sendRaw(site.url, { method: "GET", path: "/", headers });
      return `${status} ${String(body).includes("Autos Anfitrión")}`;
    };
    expect([await ask(), await ask()]).toEqual(["200 true", "200 true"]);
    await update(dealer, "profiles", dealer.id, { custom_domain: null });
    expect(await ask()).toBe("200 false");
  });
});

test.describe("two processes over one database, behind PgBouncer", () => {
  test.skip(!pgbouncer, "PgBouncer is not installed here");

  let postgres: ExternalPostgres;
  let pooler: PgBouncer;
  let folders: DataFolder[];

  test.beforeAll(async () => {
    postgres = await startExternalPostgres();
    pooler = await startPgBouncer(postgres);
    folders = [createDataFolder(), createDataFolder()];
  });

  test.afterAll(async () => {
    for (const folder of folders) folder.remove();
    await pooler.remove();
    await postgres.stop();
  });

  test("a dealer's change through one shows on the other (Debian: pgbouncer)", async () => {
    const [first, second] = folders;
    if (!first || !second) throw new Error("There are not two folders");
    const settings = { ...pooler.environment, PAGES: "build" };
    const one = await first.start(settings);
    const other = await second.start({ ...settings, JWT_SECRET: readJwtSecret(first.path) });
    const [anonKey, serviceKey] = [await makeAnonKey(first.path), await makeServiceKey(first.path)];
    const service = () => createTestClient(one.url, serviceKey);
    const dealer = await createDealership({ url: one.url, anonKey, sql: postgres.sql, service });
    const { id } = await makeVehicle(dealer, { published: true, model: "Modelo 0" });
    const path = `/public/vehicle/${id}`;
    const modelAt = async (url: string) =>
      /Modelo (\d+)/.exec((await visit(`${url}${path}`)).html)?.[1];
    for (let round = 1; round <= 30; round += 1) {
      await Promise.all([modelAt(one.url), modelAt(other.url)]);
      await update(dealer, "vehicles", id, { model: `Modelo ${round}` });
      expect(await modelAt(one.url)).toBe(String(round));
      await expect.poll(() => modelAt(other.url)).toBe(String(round));
    }
  });
});
