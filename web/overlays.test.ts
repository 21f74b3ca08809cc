import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
/** What makes an overlay: Radix's content, a native dialog, a popover, the photo viewer. */
const overlay =
  /<\w*(Dialog|Menu|Popover|Select)Primitive\.Content\b|showModal\(|popover="|<Lightbox/;

test("every component that renders an overlay closes it on Back", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const drawing = files
    .filter((path) => path.endsWith(".tsx"))
    .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }))
    .filter(({ source }) => overlay.test(source));
  expect(drawing.length).toBeGreaterThan(6);
  const left = drawing.filter(({ source }) => !source.includes("close-on-back.tsx"));
  expect(left.map(({ path }) => path)).toEqual([]);
});
