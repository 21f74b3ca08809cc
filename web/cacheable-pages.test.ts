import { expect, test } from "vitest";
import { cacheablePages } from "./entry.server.tsx";
import routes from "./routes.ts";

/** Public routes that each request renders: answers to a person, and files without a database. */
const uncached = [
  "/*",
  "/manifest/:publicSlug.webmanifest",
  "/robots.txt",
  "/unsubscribe",
  "/vcard/:publicSlug.vcf",
];

/** Paths that only custom domains have. */
const onCustomDomains = ["/inventory"];

test("every public route can be cached or is named as one that is not", () => {
  const publicPaths = routes
    .filter(({ file }) => file.startsWith("routes/public/"))
    .map(({ path = "" }) => `/${path}`);
  expect([...cacheablePages.patterns, ...uncached].toSorted()).toEqual(
    [...publicPaths, ...onCustomDomains].toSorted(),
  );
});
