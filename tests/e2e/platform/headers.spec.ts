import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { type RawAnswer, sendRaw } from "#tests/support/send-raw.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Every address that web/routes.ts names, so that a page of tomorrow is looked at too. */
const routes = [
  ...readFileSync(
    fileURLToPath(new URL("../../../web/routes.ts", import.meta.url)),
    "utf8",
  ).matchAll(/route\("([^"*]+)"/g),
].map(([, pattern]) => `/${pattern}`);

const nobody = "00000000-0000-4000-8000-000000000000";

/** Addresses that lead astray: redirects, mistakes, files, what is not there. */
const others = [
  "/",
  "/nothing",
  "/login/",
  "/%00",
  "/%ff",
  "//evil.example/x",
  "/share",
  "/login.data",
  "/__manifest?p=/login",
  "/assets/nothing.js",
  "/favicon.ico",
  "/manifest.webmanifest",
  "/manifest/nadie.webmanifest",
  "/.vite/manifest.json",
  "/_mail",
  "/healthz",
  "/metrics",
];

const isPage = ({ headers }: RawAnswer) => /text\/html/.test(String(headers["content-type"]));

test.describe("what every answer of the site says to a browser", () => {
  test("a visitor's browser gets the rules with every page, error, redirect and file", async ({
    site,
  }) => {
    const slug = `reglas-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    await createSalesperson(site, dealer.id, { slug: `${slug}-ana` });
    const { id } = await makeVehicle(dealer, { published: true });
    const there = { id, publicSlug: slug, salespersonId: dealer.id, userId: dealer.id, part: "1" };
    const fill = (pattern: string, values: Record<string, string>) =>
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? nobody);
    const paths = [
      ...routes.flatMap((pattern) => [fill(pattern, there), fill(pattern, {})]),
      `/s/${slug}-ana`,
      `/vcard/${slug}-ana.vcf`,
      `/share?ids=${id}`,
      `/public/vehicle/${id}?vendedor=${slug}-ana`,
      ...others,
    ];
    expect(routes.length).toBeGreaterThan(25);
    const nonces: string[] = [];
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await sendRaw(site.url, { method, path });
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
        expectCommon(answer, `${method} ${path}`);
        if (isPage(answer) && path !== "/_mail") {
          nonces.push(expectPage(answer, `${method} ${path}`));
        }
      }
    }
    expect(new Set(nonces).size).toBe(nonces.length);
    expect(nonces.length).toBeGreaterThan(60);
  });

  test("nothing that is rendered is kept for others, nothing that is missing is kept at all", async ({
    site,
  }) => {
    const slug = `guardado-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const { id } = await makeVehicle(dealer, { published: true });
    const lifetimeOf = async (path: string) =>
      String((await sendRaw(site.url, { method: "GET", path })).headers["cache-control"]);
    const rendered = ["/", "/login", "/nothing", `/i/${slug}`, "/i/nadie", `/public/vehicle/${id}`];
    const asData = ["/login.data", "/_root.data", `/public/vehicle/${id}.data`, `/i/${slug}.data`];
    const cards = [`/vcard/${slug}.vcf`, "/vcard/nadie.vcf"];
    for (const path of [...rendered, ...asData, ...cards]) {
      expect(await lifetimeOf(path), path).toMatch(/private|no-cache|no-store/);
      expect(await lifetimeOf(path), path).not.toMatch(/public|immutable/);
    }
    expect(await lifetimeOf("/assets/nothing-0123.js")).toBe("no-store");
    const [, script = ""] =
      /src="(\/assets\/[^"]+\.js)"|"(\/assets\/[^"]+\.js)"/.exec(
        (await sendRaw(site.url, { method: "GET", path: "/login" })).body.toString(),
      ) ?? [];
    expect(await lifetimeOf(script || "/favicon.ico")).toMatch(/^public, max-age=\d+/);
  });
});

function expectCommon({ headers }: RawAnswer, what: string): void {
  expect(headers["x-content-type-options"], what).toBe("nosniff");
  expect(headers["referrer-policy"], what).toBe("strict-origin-when-cross-origin");
  expect(headers["strict-transport-security"], what).toBeUndefined();
  expect(headers["x-powered-by"], what).toBeUndefined();
  expect(headers["set-cookie"], what).toBeUndefined();
  expect(String(headers.location ?? "/"), what).toMatch(/^\/(?!\/)/);
}

/** Checks a page's policy and that all its scripts have its nonce; gives the nonce. */
function expectPage({ headers, body }: RawAnswer, what: string): string {
  const policy = String(headers["content-security-policy"]);
  const [, nonce = ""] = /script-src 'nonce-([\w+/=]{22,})' 'strict-dynamic'/.exec(policy) ?? [];
  expect(nonce, what).not.toBe("");
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
  expect(scripts, what).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy, what).toContain(rule);
  }
  expect(headers["x-frame-options"], what).toBe("DENY");
  expect(headers["permissions-policy"], what).toMatch(/camera=\(self\).*microphone=\(\)/);
  const html = body.toString();
  for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) {
    const isData = tag.includes("application/ld+json");
    if (!isData) expect(tag, what).toContain(`nonce="${nonce}"`);
  }
  expect(html, what).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);
  expect(html, what).not.toMatch(/(href|src|action)="\s*(javascript|data:text|vbscript):/i);
  return nonce;
}
