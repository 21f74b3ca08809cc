import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
let rival: Person;

beforeAll(async () => {
  server = await startTestServer({ siteUrl: "https://app.vitrina.autos" });
  admin = await createAdmin(server);
  dealer = await createDealership(server, { slug: "autos-del-valle" });
  rival = await createDealership(server, { slug: "motores-bahia" });
});
afterAll(() => server.stop());

const profileOf = async ({ id }: Person) => {
  const [row] = await server.sql`select * from public.profiles where id = ${id}`;
  return row && { ...row };
};

/**
 * Every way to write a profile: by PATCH, by upsert, and by an administrator. Returns the statuses.
 */
async function writeEverywhere(change: Record<string, unknown>): Promise<number[]> {
  const row = { id: dealer.id, full_name: dealer.fullName, ...change };
  const answers = [
    await dealer.client.from("profiles").update(change).eq("id", dealer.id),
    await dealer.client.from("profiles").upsert(row),
    await dealer.client.from("profiles").upsert([row], { onConflict: "id" }),
    await admin.client.from("profiles").update(change).eq("id", dealer.id),
  ];
  return answers.map(({ status }) => status);
}

async function expectRefused(change: Record<string, unknown>, status: number): Promise<void> {
  const before = await profileOf(dealer);
  const statuses = await writeEverywhere(change);
  expect([change, ...statuses]).toEqual([change, ...statuses.map(() => status)]);
  expect(await profileOf(dealer)).toEqual(before);
}

describe("threat 35: a URL or colour that would run in a visitor's browser", () => {
  const hostile = [
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "\u0000javascript:alert(1)",
    "JAVASCRIPT:alert(1)//https://autos.com",
    "java\u00adscript:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "blob:https://autos.com/1",
    "file:///etc/passwd",
    "https:javascript:alert(1)",
    'https://a.com/" onmouseover="alert(1)',
    "https://a.com/<script>",
    "https://a.com/\\..",
    "\u2028https://a.com",
    "//evil.com",
    "/\\evil.com",
  ];

  test.each(hostile)("a dealer cannot store %j as button, map, logo or picture", async (url) => {
    for (const config of [
      { profile: { custom_button: { enabled: true, text: "Ver", url } } },
      { profile: { location_url: url } },
      { profile: { logo: url } },
      { page_style: { hero_image_url: url } },
    ]) {
      await expectRefused({ config }, 400);
    }
    const car = { user_id: dealer.id, brand: "Kia", model: "Rio", year: 2020, images: [url] };
    expect((await dealer.client.from("vehicles").insert(car)).status).toBe(400);
    expect(await server.sql`select 1 from public.vehicles`).toHaveLength(0);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript&colon;alert(1)",
    "@x onerror=alert(1)",
    'evil.com" x="',
    "data:text/html,x",
    "//evil.com",
  ])("a dealer cannot store %j as a social profile", async (link) => {
    await expectRefused({ config: { profile: { instagram: link } } }, 400);
    await expectRefused({ config: { profile: { facebook: link } } }, 400);
  });

  test.each([
    "red;}body{display:none",
    "#12345",
    "url(//evil.com)",
    "#fff/*",
    "expression(1)",
    "#ff6a00\n}",
  ])("a dealer cannot store %j as a colour", async (colour) => {
    for (const name of ["accent_color", "hero_background_color", "theme_color"]) {
      await expectRefused({ config: { page_style: { [name]: colour } } }, 400);
    }
  });

  test("a dealer can store valid ones", async () => {
    const config = {
      profile: {
        custom_button: { enabled: true, text: "Ver", url: "https://autos.com/oferta?a=1#b" },
        instagram: "@autos.valle",
        logo: "https://autos.com/logo.png",
      },
      page_style: { accent_color: "#ff6a00", theme_color: "red" },
    };
    expect(await writeEverywhere({ config })).toEqual([204, 200, 200, 204]);
    expect(await profileOf(dealer)).toMatchObject({ config });
  });
});

describe("threat 36: an internal domain, or the platform's own", () => {
  test.each([
    "localhost",
    "LOCALHOST.",
    "admin.localhost",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "017700000001",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "10.0.0.5",
    "169.254.169.254",
    "metadata.google.internal",
    "kubernetes.default.svc",
    "db.cluster.local",
    "intranet",
    "router.lan",
    "127.0.0.1.nip.io",
    "10-0-0-5.sslip.io",
    "7f000001.c0a80001.rbndr.us",
    "app.localtest.me",
    "autos.alt",
    "web.docker",
    "web.service.consul",
    "127-0-0-1.local-ip.co",
    "10.0.0.1.xip.name",
    "app.fuf.me",
    "1.0.0.127.in-addr.arpa",
    "autos.com:8080",
    "autos.com/admin",
    "https://autos.com",
    "user@autos.com",
    "autos.com#x",
    "autos.com?x",
    "autos\u3002com",
    "áutos.com",
    "autos..com",
    "*.autos.com",
    "autos.com\nevil.com",
    "%25.com",
  ])("a dealer cannot claim the domain %j", async (custom_domain) => {
    await expectRefused({ custom_domain }, 400);
  });

  test.each(["app.vitrina.autos", "APP.Vitrina.autos.", "x.app.vitrina.autos", "vitrina.autos"])(
    "a dealer cannot claim the platform's domain %j",
    async (custom_domain) => {
      await expectRefused({ custom_domain }, 400);
      const { error } = await dealer.client
        .from("profiles")
        .update({ custom_domain })
        .eq("id", dealer.id);
      expect(error?.message).toBe("Ese dominio pertenece a la plataforma.");
    },
  );

  test("a dealer can claim a public domain, and a rival's claim to it has no effect", async () => {
    const custom_domain = "Www.AutosDelValle.mx.";
    expect(await writeEverywhere({ custom_domain })).toEqual([204, 200, 200, 204]);
    expect(await profileOf(dealer)).toMatchObject({ custom_domain: "www.autosdelvalle.mx" });
    await server.sql`update public.profiles set verified_domain = custom_domain where id = ${dealer.id}`;
    const { error } = await rival.client
      .from("profiles")
      .update({ custom_domain: "WWW.autosdelvalle.MX." })
      .eq("id", rival.id);
    expect(error).toBeNull();
    const claim = { custom_domain: "www.autosdelvalle.mx", verified_domain: null };
    expect(await profileOf(rival)).toMatchObject(claim);
    expect(await profileOf(dealer)).toMatchObject({ verified_domain: claim.custom_domain });
  });

  test("a salesperson cannot have a domain", async () => {
    const seller = await createSalesperson(server, dealer.id);
    const { error } = await seller.client
      .from("profiles")
      .update({ custom_domain: "www.vendedora.mx" })
      .eq("id", seller.id);
    expect(error).toBeNull();
    expect(await profileOf(seller)).toMatchObject({ custom_domain: null });
  });
});

describe("threat 41: a slug that looks like another's", () => {
  test.each([
    ["motores-bahia", 409],
    ["Motores-BAHIA", 409],
    [" motores-bahia ", 409],
    ["motores\u2010bahia", 400],
    ["mоtores-bahia", 400],
    ["ｍotores-bahia", 400],
    ["motores-bahía", 400],
    ["motores-bahi\u0301a", 400],
    ["motores-bahia\u200b", 400],
    ["motores--bahia", 400],
    ["motores_bahia", 400],
    ["motores-bahia/", 400],
    ["motores-bahia.vcf", 400],
    ["..", 400],
    ["%6dotores-bahia", 400],
  ])("a dealer who claims %j is refused", async (public_slug, status) => {
    await expectRefused({ public_slug }, status);
  });

  test.each(["admin", "ADMIN", "Admin ", "login", "api", "dashboard", "leads", "vcard", "robots"])(
    "a dealer who claims the reserved word %j is refused",
    async (public_slug) => {
      await expectRefused({ public_slug }, 400);
    },
  );

  test("of ten people who claim one slug concurrently, one gets it and nine get 409", async () => {
    const team = Array.from({ length: 8 }, () => createSalesperson(server, dealer.id));
    const people = [dealer, rival, ...(await Promise.all(team))];
    const spellings = ["codiciado", "CODICIADO", " Codiciado"];
    const answers = await Promise.all(
      people.map(({ client, id }, index) =>
        client
          .from("profiles")
          .update({ public_slug: spellings[index % spellings.length] })
          .eq("id", id),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([204, ...Array(9).fill(409)]);
    expect(
      await server.sql`select 1 from public.profiles where lower(public_slug) = 'codiciado'`,
    ).toHaveLength(1);
  });
});
