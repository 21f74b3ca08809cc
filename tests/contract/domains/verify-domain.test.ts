import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { domainProof } from "#contract/accounts/custom-domain.ts";
import { type NameServer, startNameServer, type TextAnswer } from "#tests/support/name-server.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let names: NameServer;
let server: TestServer;
let dealer: Person;
let domain: string;
let nth = 0;
const zone = new Map<string, TextAnswer>();
const asked: string[] = [];

beforeAll(async () => {
  names = await startNameServer((name) => {
    asked.push(name);
    return zone.get(name) ?? "none";
  });
  server = await startTestServer({ dnsServers: [names.address] });
});
beforeEach(async () => {
  nth += 1;
  domain = `www.autos-${nth}.com`;
  asked.length = 0;
  dealer = await createDealership(server);
  await claim(domain);
});
afterAll(async () => {
  await server.stop();
  await names.stop();
});

async function claim(name: string) {
  const { error } = await dealer.client
    .from("profiles")
    .update({ custom_domain: name })
    .eq("id", dealer.id);
  expect(error).toBeNull();
}

const verify = (by: Person["client"], body: unknown = { profileId: dealer.id }) =>
  invoke(by, "verify-custom-domain", body);

/** Publishes the proof of `who` for a name in the DNS. */
function publish(name: string, who: Person, besides: string[] = []) {
  const proof = domainProof(name, who.id);
  zone.set(proof.name, [...besides, proof.value]);
}

const verified = async () => {
  const [row] =
    await server.sql`select verified_domain from public.profiles where id = ${dealer.id}`;
  return row?.verified_domain;
};

describe("a dealer", () => {
  test("verifies a domain that has the proof among other records", async () => {
    publish(domain, dealer, ["v=spf1 -all", "x".repeat(400)]);
    expect(await verify(dealer.client)).toEqual({ status: 200, body: { success: true, domain } });
    expect(await verified()).toBe(domain);
    expect(new Set(asked)).toEqual(new Set([`_vitrina.${domain}`]));
  });

  test("is shown at a verified domain immediately, even after a visitor was there before", async () => {
    publish(domain, dealer);
    const come = async () => (await fetch(`${server.url}/_domains/ask?domain=${domain}`)).status;
    expect(await come()).toBe(404);
    await verify(dealer.client);
    expect(await come()).toBe(200);
  });

  test.each<[string, TextAnswer]>([
    ["no record", "none"],
    ["other records", ["v=spf1 -all"]],
    ["half a proof", ["vitrina-verification="]],
  ])("gets a not-found error for a domain with %s", async (_, answer) => {
    zone.set(`_vitrina.${domain}`, answer);
    const { status, body } = await verify(dealer.client);
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: expect.stringContaining("Todavía no encontramos el registro TXT") },
    });
    expect(await verified()).toBeNull();
  });

  test("gets a not-found error for a domain with another dealership's proof", async () => {
    publish(domain, await createDealership(server));
    expect((await verify(dealer.client)).body).toEqual({ error: expect.stringContaining("TXT") });
    expect(await verified()).toBeNull();
  });

  test("gets an error when the name server does not answer", async () => {
    zone.set(`_vitrina.${domain}`, "silence");
    expect((await verify(dealer.client)).body).toEqual({
      error: expect.stringContaining("No pudimos consultar el DNS"),
    });
  });

  test("without a saved domain gets an error, without a DNS query", async () => {
    await claim("");
    expect((await verify(dealer.client)).body).toEqual({
      error: expect.stringContaining("Guarda primero"),
    });
    expect(asked).toEqual([]);
  });

  test("who retries too often is refused, without further DNS queries", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await verify(dealer.client);
    asked.length = 0;
    expect((await verify(dealer.client)).body).toEqual({
      error: expect.stringContaining("Espera unos minutos"),
    });
    expect(asked).toEqual([]);
  });

  test.each([{}, { profileId: "x" }, [], null])("who sends %j is refused", async (body) => {
    expect((await verify(dealer.client, body)).body).toEqual({ error: expect.any(String) });
  });
});

describe("who may verify a domain", () => {
  test("a visitor, another dealer and a salesperson are refused, without a DNS query", async () => {
    publish(domain, dealer);
    const rival = await createDealership(server);
    const vendedor = await createSalesperson(server, dealer.id);
    expect((await verify(server.anonymous())).status).toBe(401);
    expect((await verify(rival.client)).status).toBe(403);
    expect((await verify(vendedor.client)).status).toBe(403);
    expect(asked).toEqual([]);
    expect(await verified()).toBeNull();
  });

  test("a dealership that proves a domain gets it from the one that had it before", async () => {
    publish(domain, dealer);
    await verify(dealer.client);
    const owner = await createDealership(server);
    await owner.client.from("profiles").update({ custom_domain: domain }).eq("id", owner.id);
    const proveOwn = () => verify(owner.client, { profileId: owner.id });
    expect((await proveOwn()).body).toEqual({ error: expect.stringContaining("TXT") });
    expect(await verified()).toBe(domain);
    publish(domain, owner);
    expect((await proveOwn()).body).toEqual({ success: true, domain });
    expect(await verified()).toBeNull();
    const holders =
      await server.sql`select id from public.profiles where verified_domain = ${domain}`;
    expect(holders).toEqual([{ id: owner.id }]);
  });

  test("an administrator verifies a domain while impersonating its dealership", async () => {
    publish(domain, dealer);
    const admin = await createAdmin(server);
    expect((await verify(admin.client)).body).toEqual({ success: true, domain });
    expect(await verified()).toBe(domain);
  });
});
