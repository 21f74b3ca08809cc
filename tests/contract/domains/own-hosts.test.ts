import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { createDealership, createSalesperson, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ siteUrl: "https://vitrina.example.org" });
  const dealer = await createDealership(server);
  await own(dealer, "www.autos-sol.mx");
  await claim(await createDealership(server), "www.sin-verificar.mx");
  await own(await createDealership(server, { slug: null }), "www.sin-pagina.mx");
  const closed = await createDealership(server);
  await own(closed, "www.cerrado.mx");
  await server.sql`update public.profiles set is_active = false where id = ${closed.id}`;
  await claim(await createSalesperson(server, dealer.id), "www.de-un-vendedor.mx");
});
afterAll(() => server.stop());

async function claim({ id }: Person, host: string) {
  await server.sql`update public.profiles set custom_domain = ${host} where id = ${id}`;
}

async function own(person: Person, host: string) {
  await claim(person, host);
  await server.sql`update public.profiles set verified_domain = ${host} where id = ${person.id}`;
}

const ask = async (query: string) =>
  (await fetch(`${server.url}/_domains/ask${query}`, { redirect: "manual" })).status;

describe("a proxy that asks whether to obtain a certificate", () => {
  test.each(["www.autos-sol.mx", "WWW.Autos-Sol.MX", "www.autos-sol.mx."])(
    "gets yes for %s, which a dealership has verified",
    async (host) => expect(await ask(`?domain=${host}`)).toBe(200),
  );

  test.each([
    "www.sin-verificar.mx",
    "www.sin-pagina.mx",
    "www.cerrado.mx",
    "www.de-un-vendedor.mx",
    "autos-sol.mx",
    "x.www.autos-sol.mx",
    "vitrina.example.org",
    "nadie.example.net",
    "localhost",
    "127.0.0.1",
    "[::1]",
    "www.autos-sol.mx/../x",
    "%00",
    "a".repeat(5000),
  ])("gets no for %s", async (host) => {
    expect(await ask(`?domain=${encodeURIComponent(host)}`)).toBe(404);
  });

  test("gets no without a host name", async () => {
    expect(await ask("")).toBe(404);
  });
});

describe("a response at a dealership's own host", () => {
  const strictness = async (host: string) => {
    const answer = await sendRaw(server.url, {
      method: "GET",
      path: "/healthz",
      headers: { host },
    });
    return answer.headers["strict-transport-security"];
  };

  test("sets HSTS for that host only, not for its subdomains", async () => {
    expect(await strictness("vitrina.example.org")).toBe("max-age=31536000; includeSubDomains");
    expect(await strictness("www.autos-sol.mx")).toBe("max-age=31536000");
  });
});
