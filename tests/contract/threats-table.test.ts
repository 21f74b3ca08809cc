import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The tests that docs/threats.md may name: path without the ending, and text. */
const tests = new Map(
  globSync(
    "{backend,functions,mails,scripts,site,supabase,tests,web}/**/*.{test,spec}.{ts,tsx}",
  ).map((path) => [path.replace(/\.test\.tsx?$|\.ts$/, ""), readFileSync(path, "utf8")]),
);

const table = readFileSync("docs/threats.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [^|]* \|/.test(line));

/** The tests with this name in the table: a whole path, or the end of one. */
function findTests(name: string): string[] {
  const wanted = name.replace(/\.ts$/, "");
  return [...tests].flatMap(([path, text]) =>
    path === wanted || path.endsWith(`/${wanted}`) ? [text] : [],
  );
}

describe("docs/threats.md", () => {
  test("names at least one test per row, and only existing ones", () => {
    const rows = table.filter((row) => !/^\| -|proven by/.test(row));
    expect(rows.length).toBeGreaterThanOrEqual(42 + 15);
    const named = rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
    expect(named.filter((names) => names.length === 0)).toEqual([]);
    expect(named.flat().filter((name) => findTests(name).length === 0)).toEqual([]);
  });

  test.each([
    ["threat", 42],
    ["fault", 15],
  ])("lists every %s of %i, each named by number in a test", (word, count) => {
    const all = [...tests.values()].join("\n");
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const unnamed = numbers.filter(
      (number) => !new RegExp(`${word}s? (\\d+[^"\\n]* )?${number}\\b`).test(all),
    );
    expect(unnamed).toEqual([]);
  });
});
