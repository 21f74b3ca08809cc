import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRenditionRequest, renditionName } from "./rendition-request.ts";

const name = (query: Record<string, string | undefined>, accept = "image/avif,image/webp,*/*") => {
  const request = readRenditionRequest({ ...query }, accept, "image/jpeg");
  return request && renditionName(request);
};

describe("readRenditionRequest", () => {
  test.each([
    { query: { width: "480" }, made: "480x0-cover-q75.webp" },
    { query: { width: "481" }, made: "640x0-cover-q75.webp" },
    { query: { width: "9000" }, made: "1920x0-cover-q75.webp" },
    { query: {}, made: "1920x0-cover-q75.webp" },
    {
      query: { width: "1200", height: "630", resize: "cover", format: "jpeg" },
      made: "1200x630-cover-q75.jpeg",
    },
    { query: { width: "100", height: "100" }, made: "160x160-cover-q75.webp" },
    { query: { height: "300" }, made: "480x360-cover-q75.webp" },
    { query: { width: "320", quality: "83" }, made: "320x0-cover-q90.webp" },
    { query: { width: "320", resize: "contain" }, made: "320x0-contain-q75.webp" },
    { query: { width: "480", format: "avif" }, made: "480x0-cover-q75.avif" },
    { query: { width: "320", format: "origin" }, made: "320x0-cover-q75.jpeg" },
  ])("maps $query to $made", ({ query, made }) => {
    expect(name(query)).toBe(made);
  });

  test.each([
    { accept: "image/avif,image/webp,*/*", made: "480x0-cover-q75.webp" },
    { accept: "image/webp,*/*", made: "480x0-cover-q75.webp" },
    { accept: "*/*", made: "480x0-cover-q75.jpeg" },
  ])("serves $made to a browser that accepts $accept", ({ accept, made }) => {
    expect(name({ width: "480" }, accept)).toBe(made);
  });

  test.each([
    { query: { width: "0" } },
    { query: { width: "-5" } },
    { query: { width: "wide" } },
    { query: { width: "99999" } },
    { query: { width: "320", quality: "101" } },
    { query: { width: "320", resize: "stretch" } },
    { query: { width: "320", format: "svg" } },
  ])("rejects $query", ({ query }) => {
    expect(name(query)).toBeNull();
  });

  test("produces a bounded number of renditions for all sizes", () => {
    const made = new Set<string | null>();
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 1, max: 100 }), (width, height, quality) => {
        made.add(name({ width: `${width}`, height: `${height}`, quality: `${quality}` }));
      }),
      { numRuns: 20_000 },
    );
    expect(made.size).toBeLessThanOrEqual(10 * 6 * 4);
  });
});
