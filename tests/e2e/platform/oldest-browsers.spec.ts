import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNewerFeatures } from "#tests/support/newer-features.ts";
import { expect, test } from "../fixtures.ts";

const folder = fileURLToPath(new URL("../../../build/client", import.meta.url));

/** Uses in packages that check for the feature first, or polyfill it. */
const safe = [
  // React calls it in a `try`, React Router only for links that request it.
  /(?:var \w+=\w+|window\.document)\.startViewTransition\(/,
  // Radix sorts a dictionary of its own class.
  /\.toSorted\(\w+\);return \w+\.some\(\(\[\w+\],\w+\)=>\w+\.keyAt/,
  // The barcode reader checks for such a canvas in a `try`.
  /try\{let \w+=new OffscreenCanvas/,
];

/** Scripts, and the features to find in them. */
const newer: [name: string, script: string][] = [
  ["lookbehind", "a.match(/(?<!b)c/)"],
  ["lookbehind", "new RegExp('(?<=b)c')"],
  ["lookbehind", "new RegExp(`$" + "{b}(?<=b)c`)"],
  ["pattern modifiers", "a.match(/(?i:b)/)"],
  ["flag v", "a.match(/b/v)"],
  ["static block", "class A { static { b() } }"],
  ["using", "{ using a = b() }"],
  ["import attributes", "import a from './a.json' with { type: 'json' }"],
  ["toSorted", "a.toSorted()"],
  ["toSorted", "try { a.toSorted() } catch {}"],
  ["with", "a.b.with(0, 1)"],
  ["isSubsetOf", "a?.b.isSubsetOf(c)"],
  ["Object.groupBy", "Object.groupBy(a, b)"],
  ["AbortSignal.timeout", "fetch(a, { signal: AbortSignal.timeout(1) })"],
  ["Intl.Segmenter", "new Intl.Segmenter('es')"],
  ["URL.canParse", "URL['canParse'](a)"],
  ["iterator.map", "a.values().map(b)"],
  ["OffscreenCanvas", "new OffscreenCanvas(1, 1)"],
];
const old = [
  "a.match(/(?:b)(?=c)(?!d)(?<name>e)/u)",
  "[...a].sort()",
  "Object.values(a).map(b)",
  "[...a.values()].map(b)",
  "a.toSorted?.()",
  "URL.canParse ? URL.canParse(a) : b",
  "typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1)",
  "if ('showPopover' in a) a.showPopover()",
  "a.navigation; b({ navigation: c })",
];

const builtFiles = (ending: string) => {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(ending));
  expect(files.length, ending).toBeGreaterThan(1);
  return files.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
};

const namesIn = (script: string) => findNewerFeatures(script).map(({ name }) => name);

test.describe("the oldest supported browsers", () => {
  test("an engineer who uses a newer feature without checking for it gets a failure", () => {
    for (const [name, script] of newer) expect(namesIn(script), script).toEqual([name]);
    for (const script of old) expect(namesIn(script), script).toEqual([]);
  });

  test("a visitor on iOS 16.0 gets script files that it can run", async () => {
    const found = builtFiles(".js").flatMap(({ name, text }) =>
      findNewerFeatures(text)
        .filter(({ excerpt }) => !safe.some((use) => use.test(excerpt)))
        .map((feature) => `${name}: ${feature.name} in ${feature.excerpt}`),
    );
    expect(found).toEqual([]);
  });

  test("a visitor on iOS 16.0 gets inline scripts that it can run", async ({ request }) => {
    for (const path of ["/", "/login"]) {
      const html = await (await request.get(path)).text();
      const scripts = [...html.matchAll(/<script(?![^>]*\+json)[^>]*>(.+?)<\/script>/gs)];
      expect(scripts.length, path).toBeGreaterThan(0);
      expect(scripts.flatMap(([, script = ""]) => namesIn(script))).toEqual([]);
    }
  });

  test("a visitor on iOS 16.0 gets style sheets without newer syntax", async () => {
    for (const { name, text } of builtFiles(".css")) {
      expect(text.match(/@media[^{]*width *[<>][^{]*/g) ?? [], `${name}: ranges`).toEqual([]);
      expect(text.match(/[{;]\s*&[^{}]*\{/g) ?? [], `${name}: nesting`).toEqual([]);
    }
  });
});
