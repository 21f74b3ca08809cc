import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RawAnswer, sendRaw } from "#backend-tests/support/send-raw.ts";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle } from "../make-vehicle.ts";

/** Every URL in web/routes.ts, so that new pages are covered too. */
const routes = [
  ...readFileSync(
    fileURLToPath(new URL("../../../web/routes.ts", import.meta.url)),
    "utf8",
  ).matchAll(/route\("([^"*]+)"/g),
].map(([, pattern]) => `/${pattern}`);

const unknownId = "00000000-0000-4000-8000-000000000000";

/** Redirects, errors, files and missing pages. */
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
  "/sw.js",
  "/_push/key",
  "/manifest/nadie.webmanifest",
  "/.vite/manifest.json",
  "/_mail",
  "/healthz",
  "/metrics",
];

const isPage = ({ headers }: RawAnswer) => /text\/html/.test(String(headers["content-type"]));

test.describe("response headers", () => {
  test("a visitor's browser gets the security headers with every response", async ({ site }) => {
    const slug = `reglas-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    await createSalesperson(site, dealer.id, { slug: `${slug}-ana` });
    const { id } = await makeVehicle(dealer, { published: true });
    const there = { id, publicSlug: slug, salespersonId: dealer.id, userId: dealer.id, part: "1" };
    const fill = (pattern: string, values: Record<string, string>) =>
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? unknownId);
    const paths = [
      ...routes.flatMap((pattern) => [fill(pattern, there), fill(pattern, {})]),
      `/s/${slug}-ana`,
      `/vcard/${slug}-ana.vcf`,
      `/share?ids=${id}`,
      `/public/vehicle/${id}?vendedor=${slug}-ana`,
      ...others,
    ];
    expect(routes.length).toBeGreaterThan(25);
    const inline: number[] = [];
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await sendRaw(site.url, { method, path });
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
        expectCommon(answer, `${method} ${path}`);
        if (isPage(answer) && path !== "/_mail") {
          inline.push(expectPage(answer, `${method} ${path}`, new URL(site.url).host));
        }
      }
    }
    expect(inline.length).toBeGreaterThan(60);
    expect(Math.max(...inline)).toBeGreaterThan(3);
  });

  test("no rendered page is publicly cacheable, and no missing one is cacheable at all", async ({
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
  // The page of a mail's link sends no referrer.
  const policy = /^(GET|HEAD) \/confirm$/.test(what)
    ? "no-referrer"
    : "strict-origin-when-cross-origin";
  expect(headers["referrer-policy"], what).toBe(policy);
  expect(headers["strict-transport-security"], what).toBeUndefined();
  expect(headers["x-powered-by"], what).toBeUndefined();
  expect(headers["set-cookie"], what).toBeUndefined();
  expect(String(headers.location ?? "/"), what).toMatch(/^\/(?!\/)/);
}

/**
 * Checks a page's policy: it allows only built scripts and the page's own inline ones, by hash.
 * Returns the number of inline scripts.
 */
function expectPage({ headers, body }: RawAnswer, what: string, host: string): number {
  const policy = String(headers["content-security-policy"]);
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
  const sources = scripts.split(" ").filter((source) => !source.startsWith("'sha256-"));
  expect(sources, what).toEqual([`${host}/assets/`, "'wasm-unsafe-eval'"]);
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
  expect(html, what).not.toContain("nonce=");
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = "", code]) => code && !attributes.includes("application/ld+json"),
  );
  for (const [, , code = ""] of inline) {
    const sum = createHash("sha256").update(code).digest("base64");
    expect(scripts, what).toContain(`'sha256-${sum}'`);
  }
  for (const [, address] of html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/g)) {
    expect(address, what).toMatch(/^\/assets\//);
  }
  expect(html, what).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);
  expect(html, what).not.toMatch(/(href|src|action)="\s*(javascript|data:text|vbscript):/i);
  return inline.length;
}
