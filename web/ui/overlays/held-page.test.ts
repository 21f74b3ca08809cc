import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const features = fileURLToPath(new URL("../../features", import.meta.url));
/** Pages before the sign-in, which have no session to lose. */
const guests = /^accounts\/(sign-in|recovery)\/|^access-requests\/request-access-panel/;

it("every form of a signed-in page keeps its input when the session ends", () => {
  const forms = readdirSync(features, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !guests.test(path),
  );
  const sources = forms.map((path) => ({
    path,
    source: readFileSync(`${features}/${path}`, "utf8"),
  }));
  const withForms = sources.filter(({ source }) => /\buseForm[(<]/.test(source));
  const forgetful = withForms.filter(
    ({ source }) => !/\b(useHeldPage|useUnsavedGuard)\(/.test(source),
  );
  expect(withForms.length).toBeGreaterThan(8);
  expect(forgetful.map(({ path }) => path)).toEqual([]);
});
