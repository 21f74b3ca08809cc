import { describe, expect, test } from "vitest";
import { isSitemapPart, sitemapParts, writeSitemap, writeSitemapIndex } from "./write-sitemap.ts";

describe("a search engine's sitemap", () => {
  test("lists pages with the time of their last change, in W3C format", () => {
    const document = writeSitemap([
      { url: "https://a.example/" },
      {
        url: "https://a.example/public/vehicle/1",
        changedAt: "2026-11-21T20:00:00.123456+02:00",
      },
    ]);
    expect(document).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://a.example/</loc></url>
<url><loc>https://a.example/public/vehicle/1</loc><lastmod>2026-11-21T18:00:00Z</lastmod></url>
</urlset>
`);
  });

  test("is well-formed for any URL", () => {
    expect(writeSitemapIndex(["https://a.example/?a=1&b=<2>"])).toContain(
      "<loc>https://a.example/?a=1&amp;b=&lt;2&gt;</loc>",
    );
  });
});

describe("the parts of a large sitemap", () => {
  test.each([
    [10_001, 16],
    [80_000, 16],
    [80_001, 256],
    [1_000_000, 256],
  ])("of %i pages are %i and all different", (pages, expected) => {
    const parts = sitemapParts(pages);
    expect(new Set(parts).size).toBe(expected);
    expect(parts.every(isSitemapPart)).toBe(true);
  });

  test.each(["", "g", "0A", "00000", "a,b", "a)"])("do not include «%s»", (name) => {
    expect(isSitemapPart(name)).toBe(false);
  });
});
