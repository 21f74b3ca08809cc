import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveEnd, archiveFormat, entryNames, unsummedEnd } from "./archive-format.ts";
import { proveArchive } from "./read-archive.ts";
import type { TarEntry } from "./tar.ts";
import { writeArchive } from "./write-archive.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "notes-archive-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = {
  format: archiveFormat,
  madeAt: "2026-11-22T12:00:00.000Z",
  postgres: "18",
  migrations: [],
  tables: [],
  sequences: [],
  secretMark: "",
};

/** A whole backup with one file of so many bytes. */
async function makeArchive(name: string, size: number): Promise<Buffer> {
  async function* entries() {
    yield { name: entryNames.header("Notes"), bytes: Buffer.from(JSON.stringify(header)) };
    const photo: TarEntry = { name: "files/one", bytes: randomBytes(size) };
    yield photo;
    return { rows: {}, files: 1, missing: 0 };
  }
  const file = join(folder, name);
  await writeArchive(file, "Notes", entries());
  return readFileSync(file);
}

function prove(bytes: Buffer) {
  const file = join(folder, "proved");
  writeFileSync(file, bytes);
  return proveArchive(file, "Notes");
}

describe("proveArchive", () => {
  test("an operator's backup is whole, whatever its size", async () => {
    for (const size of [0, 1, 1_048_576, 3_000_000]) {
      const { seal } = await prove(await makeArchive(`size-${size}`, size));
      expect(seal.files).toBe(1);
    }
  });

  test("each bit of its end counts, also one that changes nothing of what zstd reads", async () => {
    // Where the text fills zstd's blocks, an empty one ends it, and some of that one's bits mean
    // nothing.
    const block = 128 * 1024;
    const { length } = zstdDecompressSync(await makeArchive("small", 0));
    const good = await makeArchive("filled", block - (length % block));
    const text = zstdDecompressSync(good);
    expect(text.length % block).toBe(0);

    let alike = 0;
    for (let fromEnd = 1; fromEnd <= 60; fromEnd += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(good);
        changed.writeUInt8((good.at(-fromEnd) ?? 0) ^ (1 << bit), good.length - fromEnd);
        if (fromEnd > archiveEnd("Notes", 0).length && readsAs(changed, text)) alike += 1;
        await expect(prove(changed)).rejects.toThrow("is damaged or cut off");
      }
    }
    expect(alike).toBeGreaterThan(0);
  }, 20_000);

  test("a backup from before there was a sum at its end is read", async () => {
    const { length } = archiveEnd("Notes", 0);
    const old = (await makeArchive("old", 500_000)).subarray(0, -length);
    expect((await prove(Buffer.concat([old, unsummedEnd("Notes")]))).seal.files).toBe(1);
    await expect(prove(old)).rejects.toThrow("is damaged or cut off");
  });
});

function readsAs(file: Buffer, text: Buffer): boolean {
  try {
    return zstdDecompressSync(file).equals(text);
  } catch {
    return false;
  }
}
