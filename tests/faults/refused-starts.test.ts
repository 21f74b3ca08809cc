import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";

let folder: DataFolder;
beforeEach(() => {
  folder = createDataFolder();
});
afterEach(() => folder.remove());

describe("a start that cannot work ends with one clear line", () => {
  test("an operator is told that the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const ending = await folder.startInVain({ PORT: port });
    other.close();
    expect(ending).toEqual({
      code: 1,
      words: `Port ${port} of 127.0.0.1 is taken by another process. Set PORT to a free one.\n`,
    });
  });

  test("an operator is told that DATA_DIR cannot be written", async () => {
    const file = join(folder.path, "a-file");
    writeFileSync(file, "");
    const ending = await folder.startInVain({ DATA_DIR: join(file, "data") });
    expect(ending.code).toBe(1);
    expect(ending.words).toBe(`DATA_DIR ${file}/data cannot be written. Choose another folder.\n`);
  });

  test("an operator is told that DATABASE_URL leads nowhere, without its password", async () => {
    const DATABASE_URL = "postgres://someone:top-secret@127.0.0.1:1/nowhere";
    const ending = await folder.startInVain({ DATABASE_URL });
    expect(ending.code).toBe(1);
    expect(ending.words).toMatch(
      /^DATABASE_URL \(127\.0\.0\.1:1\/nowhere\) cannot be reached: .+\n$/,
    );
    expect(ending.words).not.toContain("top-secret");
  });

  test("an operator is told that another process uses the data folder, which goes on working", async () => {
    const first = await folder.start();
    const ending = await folder.startInVain();
    expect(ending).toEqual({
      code: 1,
      words: `The data folder ${folder.path} is in use by another process.\n`,
    });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test("an operator is told every faulty setting at once", async () => {
    const ending = await folder.startInVain({ PORT: "many", SITE_URL: "ftp://x", SIGNUP: "maybe" });
    expect(ending.code).toBe(1);
    const lines = ending.words
      .trim()
      .split("\n")
      .map((line) => line.split(":")[0]);
    expect(lines).toEqual(["PORT", "SITE_URL", "SIGNUP"]);
  });
});
