import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("features", import.meta.url));
/** Forms of people who are not signed in. */
const anonymous = /^(access-requests|accounts\/(recovery|sign-in))\//;
/** Modules with saves that wait for a connection. */
const waiting = /\/(use-form-save|deal-mutations)\.ts"/;

test("every form of a signed-in person waits for a connection to save", () => {
  const forms = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !anonymous.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }))
    .filter(({ source }) => source.includes("handleSubmit("));
  expect(forms.length).toBeGreaterThan(8);
  const left = forms.filter(({ source }) => !waiting.test(source));
  expect(left.map(({ path }) => path)).toEqual([]);
});
