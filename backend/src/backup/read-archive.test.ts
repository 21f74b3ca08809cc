import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveFormat, entryNames, type TarEntry } from "./archive-format.ts";
import { verifyArchive } from "./read-archive.ts";
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

/** A complete backup that holds one file of `size` bytes. */
async function makeArchive(name: string, size: number): Promise<Buffer> {
  async function* entries() {
    yield { name: entryNames.header("Notes"), bytes: Buffer.from(JSON.stringify(header)) };
    const photo: TarEntry = { name: "files/one", bytes: randomBytes(size) };
    yield photo;
    return { rows: {}, files: 1, missing: 0 };
  }
  const file = join(folder, name);
  rmSync(file, { force: true });
  await writeArchive(file, "Notes", entries());
  return readFileSync(file);
}

function prove(bytes: Buffer) {
  const file = join(folder, "proved");
  writeFileSync(file, bytes);
  return verifyArchive(file, "Notes");
}

describe("verifyArchive", () => {
  test("accepts a backup of any size", async () => {
    for (const size of [0, 1, 1_048_576, 3_000_000]) {
      const { seal } = await prove(await makeArchive(`size-${size}`, size));
      expect(seal.files).toBe(1);
    }
  });

  test("rejects a changed bit near the end, unless the content stays the same", async () => {
    const good = await makeArchive("good", 200_000);
    const text = zstdDecompressSync(good);
    for (let fromEnd = 1; fromEnd <= 60; fromEnd += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(good);
        changed.writeUInt8((good.at(-fromEnd) ?? 0) ^ (1 << bit), good.length - fromEnd);
        const proof = prove(changed);
        if (readsAs(changed, text)) expect((await proof).seal.files).toBe(1);
        else await expect(proof).rejects.toThrow("is damaged or cut off");
      }
    }
  });

  test("rejects a truncated backup, even by a few bytes", async () => {
    const good = await makeArchive("cut", 500_000);
    for (const missing of [20, 30, 100, 400_000])
      await expect(prove(good.subarray(0, -missing))).rejects.toThrow("is damaged or cut off");
  });

  test.each<[string, (good: Buffer) => Buffer, string]>([
    ["another one appended", (good) => Buffer.concat([good, good]), "is damaged or cut off"],
    ["a bit changed on the disk", (good) => flipBit(good, 0.6), "is damaged or cut off"],
    [
      "a bit changed before the compression",
      (good) => repack(good, (tar) => flipBit(tar, 0.6)),
      "is damaged or cut off",
    ],
    ["no seal", (good) => repack(good, cutSeal), "is damaged or cut off"],
    ["a newer format", (good) => repack(good, raiseFormat), "was written by a newer Notes"],
    ["a photo's bytes", () => Buffer.from("ÿØÿà no backup at all"), "is no backup of Notes."],
    ["no bytes", () => Buffer.alloc(0), "is no backup of Notes."],
  ])("rejects a backup with %s", async (_case, spoil, reason) => {
    await expect(prove(spoil(await makeArchive("spoilt", 300_000)))).rejects.toThrow(reason);
  });

  test.each(["", "\0\0\0\0"])("reads a backup with the trailer of older versions", async (sum) => {
    const words = Buffer.from(`notes end${sum}`);
    const end = Buffer.from([0x50, 0x2a, 0x4d, 0x18, words.length, 0, 0, 0]);
    const old = Buffer.concat([await makeArchive(`old-${sum.length}`, 500_000), end, words]);
    expect((await prove(old)).seal.files).toBe(1);
  });
});

function flipBit(bytes: Buffer, where: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = Math.floor(bytes.length * where);
  changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
  return changed;
}

function repack(good: Buffer, change: (tar: Buffer) => Buffer): Buffer {
  return zstdCompressSync(change(zstdDecompressSync(good)));
}

function cutSeal(tar: Buffer): Buffer {
  return Buffer.concat([tar.subarray(0, tar.lastIndexOf(entryNames.seal)), Buffer.alloc(1024)]);
}

function raiseFormat(tar: Buffer): Buffer {
  const [now, next] = [archiveFormat, archiveFormat + 1].map((format) => `"format":${format}`);
  return Buffer.from(tar.toString("latin1").replace(now ?? "", next ?? ""), "latin1");
}

function readsAs(file: Buffer, text: Buffer): boolean {
  try {
    return zstdDecompressSync(file).equals(text);
  } catch {
    return false;
  }
}
