import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The lines of a file beside this one, each by the column names that its first line gives. */
export function readTable(file: string): Record<string, string | undefined>[] {
  const path = fileURLToPath(new URL(`./${file}`, import.meta.url));
  const [header = "", ...lines] = readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const values = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, values[at]]));
  });
}
