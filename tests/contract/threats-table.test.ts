import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What docs/threats.md may point at: every test, by its path without the ending. */
const tests = new Map(
  globSync(
    "{backend,functions,mails,scripts,site,supabase,tests,web}/**/*.{test,spec}.{ts,tsx}",
  ).map((path) => [path.replace(/\.test\.tsx?$|\.ts$/, ""), readFileSync(path, "utf8")]),
);

const table = readFileSync("docs/threats.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [^|]* \|/.test(line));

/** The tests that a name in the table means: a whole path, or the end of one. */
function findTests(name: string): string[] {
  const wanted = name.replace(/\.ts$/, "");
  return [...tests].flatMap(([path, text]) =>
    path === wanted || path.endsWith(`/${wanted}`) ? [text] : [],
  );
}

/** The titles that a row quotes, each with the file that it names before it. */
function* quotesOf(row: string): Iterable<{ file: string; title: string }> {
  let file = "";
  for (const [, name, title] of row.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (name !== undefined && findTests(name).length > 0) file = name;
    if (title !== undefined) yield { file, title };
  }
}

describe("docs/threats.md, for whoever wants to know what is proven", () => {
  test("an operator finds every test that it names", () => {
    const quotes = table.flatMap((row) => [...quotesOf(row)]);
    expect(quotes.length).toBeGreaterThan(150);
    const missing = quotes.filter(
      ({ file, title }) => !findTests(file).some((text) => text.includes(title)),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ["threat", 42],
    ["fault", 15],
  ])("an operator finds each %s of %i by its number in a test", (word, count) => {
    const all = [...tests.values()].join("\n");
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const unnamed = numbers.filter(
      (number) => !new RegExp(`${word}s? (\\d+[^"\\n]* )?${number}\\b`).test(all),
    );
    expect(unnamed).toEqual([]);
  });
});
