import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#backend/postgres/sql.ts";
import { ProfileConfig } from "#contract/accounts/profile-config.ts";
import type { ProfileRefusal } from "#contract/accounts/settings.ts";
import { createPerson, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let dealer: Person;

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
});
afterAll(() => world.close());

const change = async (columns: Columns) => {
  const [row] = await world.as(
    dealer,
    (sql) =>
      sql`update public.profiles set ${sql.set(columns)} where id = ${dealer.id} returning *`,
  );
  return row;
};

const store = (config: unknown) => change({ config: world.sql.json(config) });
const profile = (fields: Record<string, unknown>) => ({ profile: fields });
const style = (fields: Record<string, unknown>) => ({ page_style: fields });

describe("the content of a config", () => {
  test.each([
    profile({
      custom_button: { enabled: true, url: "https://autos.example/oferta?x=1", text: "Ver" },
    }),
    profile({
      location_url: "HTTPS://maps.example/a",
      logo: "",
      instagram: "@autos.valle",
      facebook: "facebook.com/autos",
    }),
    profile({ contact_links_visibility: { phone: false } }),
    profile({ currency: "DOP", distance: "km" }),
    profile({ hours: { zone: "America/Argentina/Buenos_Aires", mon: "09:00-18:00", sun: "" } }),
    profile({ hours: { zone: "Etc/GMT+4", sat: "00:00-23:59" } }),
    ...["09:00-13:00,15:00-19:00", "18:00-02:00", "18:00-00:00", "09:00-13:00,18:00-06:00"].map(
      (mon) => profile({ hours: { zone: "America/Bogota", mon } }),
    ),
    style({
      accent_color: "#ff6a00",
      hero_background_color: "#fff",
      theme_color: "red",
      layout_style: "classic",
    }),
  ])("a dealership stores %j, and the contract accepts it", async (config) => {
    expect((await store(config))?.config).toEqual(config);
    expect(ProfileConfig.safeParse(config).success).toBe(true);
  });

  test.each([
    ...[
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "ftp://a.example/x",
      "vbscript:x",
      'https://a.example/"onload=',
      "https://a b.example",
      "java\nscript:alert(1)",
      "https:///x y",
    ].flatMap((url) => [
      profile({ location_url: url }),
      profile({ custom_button: { url } }),
      profile({ logo: url }),
      style({ hero_image_url: url }),
    ]),
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "@<script>",
      "javascript&colon;alert(1)",
    ].flatMap((link) => [profile({ instagram: link }), profile({ facebook: link })]),
    ...["red", "#12", "#12345g", "#FF6A00;}", "url(x)", 7].flatMap((colour) => [
      style({ accent_color: colour }),
      style({ hero_background_color: colour }),
    ]),
    style({ theme_color: "red;}" }),
    style({ layout_style: "wild" }),
    style({ use_hero_image: "yes" }),
    profile({ custom_button: { enabled: "yes" } }),
    profile({ contact_links_visibility: { phone: "no" } }),
    profile({ offers: "x".repeat(5001) }),
    ...["dop", "XXX", "$", "", 5].map((currency) => profile({ currency })),
    ...["KM", "millas", "", true].map((distance) => profile({ distance })),
    profile({ hours: "09:00-18:00" }),
    ...["9-18", "09:00-24:00", "18:00-09:00", "09:00-09:00", "<b>", 9].map((mon) =>
      profile({ hours: { zone: "America/Bogota", mon } }),
    ),
    ...[
      "09:00-13:00,12:00-19:00",
      "09:00-13:00,13:00-19:00",
      "18:00-02:00,03:00-05:00",
      "15:00-19:00,09:00-13:00",
      "09:00-13:00,15:00-07:00",
      "09:00-13:00,15:00-15:00",
      "09:00-11:00,12:00-14:00,15:00-19:00",
      "09:00-13:00,",
      ",15:00-19:00",
    ].map((mon) => profile({ hours: { zone: "America/Bogota", mon } })),
    ...["America/Bogota'", "a b", "/etc", 5].map((zone) => profile({ hours: { zone } })),
    { profile: "text" },
    { page_style: ["list"] },
  ])("the database and the contract reject %j", async (config) => {
    await expect(store(config)).rejects.toMatchObject({ code: "23514" });
    expect(ProfileConfig.safeParse(config).success).toBe(false);
  });

  const lines = ["name", "location", "phone", "email", "whatsapp", "tagline", "slogan"];
  test.each([
    ...lines.map((field) => (value: string) => profile({ [field]: value })),
    (text: string) => profile({ custom_button: { text } }),
  ])("line %# rejects control characters, which the form turns into spaces", async (write) => {
    for (const value of ["Autos\nSol", "Autos\u0007Sol", "Autos\u007fSol"]) {
      await expect(store(write(value))).rejects.toMatchObject({ code: "23514" });
      expect(JSON.stringify(ProfileConfig.parse(write(value)))).toContain("Autos Sol");
    }
    expect((await store(write("Autos Sol")))?.config).toEqual(write("Autos Sol"));
  });

  test("offers may have line breaks and tabs, but no other control characters", async () => {
    const offers = "Ñandú:\r\n\t10 % menos";
    expect((await store(profile({ offers })))?.config).toEqual(profile({ offers }));
    expect(ProfileConfig.parse(profile({ offers })).profile.offers).toBe(offers);
    const broken = profile({ offers: "10 %\u0007menos" });
    await expect(store(broken)).rejects.toMatchObject({ code: "23514" });
    expect(ProfileConfig.parse(broken).profile.offers).toBe("10 % menos");
  });

  test.each(["text", 7, ["list"]])("a config %j is rejected", async (config) => {
    await expect(store(config)).rejects.toMatchObject({ code: "23514" });
  });
});

describe("what visitors see of a config", () => {
  const links = {
    location: "Calle Mayor 1",
    location_url: "https://maps.example/x",
    phone: "555-SECRETO",
    email: "secreto@example.com",
    whatsapp: "15550001111",
    instagram: "@secreto",
    facebook: "secreto.fb",
  };
  const visible = async (visibility?: Record<string, boolean>) => {
    await store({
      profile: {
        name: "Autos",
        ...links,
        ...(visibility && { contact_links_visibility: visibility }),
      },
      page_style: { accent_color: "#123456" },
    });
    const [row] = await world.as(
      "anonymous",
      (sql) => sql`select public_config from public.profiles where id = ${dealer.id}`,
    );
    return row?.public_config;
  };

  test("a visitor sees every contact link by default", async () => {
    expect(await visible()).toEqual({
      profile: { name: "Autos", ...links },
      page_style: { accent_color: "#123456" },
    });
  });

  test.each([
    ["location", ["location", "location_url"]],
    ["phone", ["phone"]],
    ["email", ["email"]],
    ["whatsapp", ["whatsapp"]],
    ["instagram", ["instagram"]],
    ["facebook", ["facebook"]],
  ] as const)("a visitor does not see the hidden link %s, but the others", async (link, hidden) => {
    const seen = (await visible({ [link]: false })).profile;
    const expected = Object.keys(links).filter((key) => !hidden.some((name) => name === key));
    expect(Object.keys(seen).sort()).toEqual(["name", ...expected].sort());
  });

  test("a visitor sees opening hours even if every contact link is hidden", async () => {
    const hours = { zone: "America/Bogota", mon: "09:00-18:00" };
    const hidden = Object.keys(links).map((link) => [link, false]);
    await store(profile({ hours, ...links, contact_links_visibility: Object.fromEntries(hidden) }));
    const [row] = await world.as(
      "anonymous",
      (sql) => sql`select public_config from public.profiles where id = ${dealer.id}`,
    );
    expect(row?.public_config).toEqual({ profile: { hours } });
  });

  test("a visitor reads currency and distance unit, also without a public page", async () => {
    await store(profile({ currency: "GTQ", phone: "555-SECRETO" }));
    await world.sql`update public.profiles set public_slug = null where id = ${dealer.id}`;
    const [made] = await world.as(
      dealer,
      (sql) => sql`insert into public.vehicles (user_id, brand, model, year, published)
        values (${dealer.id}, 'Kia', 'Rio', 2020, true) returning id`,
    );
    const unitsFor = (id: string) =>
      world.as("anonymous", (sql) => sql`select * from public.get_vehicle_units(${[id]}::uuid[])`);
    expect(await unitsFor(made?.id)).toEqual([{ id: made?.id, currency: "GTQ", distance: null }]);
    await world.sql`update public.vehicles set published = false where id = ${made?.id}`;
    expect(await unitsFor(made?.id)).toEqual([]);
  });

  test("a visitor cannot guess a hidden link with a filter", async () => {
    await visible({ phone: false });
    const guess = await world.as(
      "anonymous",
      (sql) => sql`select id from public.profiles where public_config::text like '%SECRETO%'`,
    );
    expect(guess).toHaveLength(0);
    await expect(
      world.as(
        "anonymous",
        (sql) => sql`select id from public.profiles where config::text like '%SECRETO%'`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("a visitor does not see which features an account has", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canAddVehicles: false },
    });
    const [row] = await world.as(
      "anonymous",
      (sql) => sql`select public_config from public.profiles where id = ${limited.id}`,
    );
    expect(row?.public_config).toEqual({});
  });
});

describe("public addresses", () => {
  test.each(["autos-del-valle", "a1", "2024-autos"])("the slug %s is accepted", async (slug) => {
    expect((await change({ public_slug: slug }))?.public_slug).toBe(slug);
  });

  test("a slug is stored in lower case, and an empty one as null", async () => {
    expect((await change({ public_slug: " Mi-Tienda " }))?.public_slug).toBe("mi-tienda");
    expect((await change({ public_slug: " " }))?.public_slug).toBeNull();
  });

  test.each([
    "ñandú",
    "mi tienda",
    "a",
    "-a-",
    "a--b",
    "a_b",
    "a/b",
    "аutos",
    "x".repeat(61),
    "admin",
    "Login",
    "vcard",
    "vitrina",
  ])("the slug %j is rejected", async (slug) => {
    await expect(change({ public_slug: slug })).rejects.toMatchObject({ code: "23514" });
  });

  test("a taken slug is rejected in any case", async () => {
    const other = await createPerson(world, "concesionario");
    await expect(change({ public_slug: other.slug.toUpperCase() })).rejects.toMatchObject({
      code: "23505",
    });
  });

  test("of two concurrent claims of a slug one wins", async () => {
    const rival = await createPerson(world, "concesionario");
    const claim = (who: Person) =>
      world.as(
        who,
        (sql) => sql`update public.profiles set public_slug = 'codiciado' where id = ${who.id}`,
      );
    const results = await Promise.allSettled([claim(dealer), claim(rival)]);
    const losers = results.filter((result) => result.status === "rejected");
    expect(losers.map(({ reason }) => reason.code)).toEqual(["23505"]);
  });

  test.each(["www.autos.example.com", "Autos-Valle.MX", "autos.xn--p1ai"])(
    "the domain %s is accepted in lower case",
    async (domain) => {
      expect((await change({ custom_domain: domain }))?.custom_domain).toBe(domain.toLowerCase());
    },
  );

  test.each([
    "localhost",
    "127.0.0.1",
    "10.0.0.5",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "[::1]",
    "::1",
    "169.254.169.254",
    "metadata",
    "db.internal",
    "nas.local",
    "router.lan",
    "x.localhost",
    "127.0.0.1.nip.io",
    "a.example.com:8080",
    "https://a.example.com",
    "a.example.com/x",
    "user@a.example.com",
    "-a.com",
    "a..com",
    "vitrina.example.org",
    "sub.vitrina.example.org",
  ])("the domain %s is rejected", async (domain) => {
    await world.sql`select private.set_site_url('https://vitrina.example.org/')`;
    await expect(change({ custom_domain: domain })).rejects.toMatchObject({ code: "23514" });
  });
});

describe("save_profile", () => {
  const save = (person: Person, columns: object, config: object) =>
    world.as(
      person,
      (sql) => sql<{ full_name: string; config: unknown }[]>`select full_name, config
        from public.save_profile(${dealer.id}, ${sql.json(columns)}, ${sql.json(config)})`,
    );

  test("a dealership that saves some fields and columns keeps all others", async () => {
    await store({ profile: { name: "Autos", hours: { zone: "UTC" } } });
    const changes = {
      profile: { name: "Valle", hours: { sun: "" } },
      page_style: { theme_color: "red" },
    };
    expect(await save(dealer, { full_name: "Ana" }, changes)).toEqual([
      {
        full_name: "Ana",
        config: {
          profile: { name: "Valle", hours: { zone: "UTC", sun: "" } },
          page_style: { theme_color: "red" },
        },
      },
    ]);
    expect(await save(dealer, {}, {})).toMatchObject([{ full_name: "Ana" }]);
  });

  test("two browsers saving concurrently keep each other's changes", async () => {
    await store({});
    const names = Array.from({ length: 8 }, (_, index) => `key${index}`);
    await Promise.all(names.map((name) => save(dealer, {}, { page_style: { [name]: "x" } })));
    const [row] = await save(dealer, {}, {});
    expect(row?.config).toEqual({
      page_style: Object.fromEntries(names.map((name) => [name, "x"])),
    });
  });

  test("a dealership gets an error code for a rejected slug or domain", async () => {
    const other = await createPerson(world, "concesionario");
    await world.sql`update public.profiles set public_slug = 'autos-de-otra' where id = ${other.id}`;
    const rejected: [Columns, ProfileRefusal][] = [
      [{ public_slug: "autos-de-otra" }, "slug_taken"],
      [{ public_slug: "dashboard" }, "slug_reserved"],
      [{ public_slug: "a--b" }, "slug_format"],
      [{ custom_domain: "localhost" }, "domain_invalid"],
    ];
    for (const [columns, hint] of rejected) {
      await expect(save(dealer, columns, {}), hint).rejects.toMatchObject({ hint });
    }
    await world.sql`update private.settings set site_host = 'vitrina.example'`;
    await expect(save(dealer, { custom_domain: "mi.vitrina.example" }, {})).rejects.toMatchObject({
      code: "23514",
      hint: "domain_of_platform",
    });
  });

  test("a dealership that may not edit its page gets the code page_forbidden", async () => {
    await world.sql`update public.profiles
      set config = '{"features": {"canEditPublicPage": false}}' where id = ${dealer.id}`;
    await expect(save(dealer, { public_slug: "otra-tarjeta" }, {})).rejects.toMatchObject({
      code: "42501",
      hint: "page_forbidden",
    });
    await world.sql`update public.profiles set config = '{}' where id = ${dealer.id}`;
  });

  test("another dealership cannot save the profile", async () => {
    const other = await createPerson(world, "concesionario");
    expect(await save(other, { full_name: "Otra" }, { profile: { name: "Otra" } })).toEqual([]);
    const [row] = await save(dealer, {}, {});
    expect(JSON.stringify(row)).not.toContain("Otra");
  });
});
