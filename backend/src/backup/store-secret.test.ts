import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { secretFile } from "../http/identity/index.ts";
import { findStoredSecret } from "./store-secret.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "notes-secret-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const jwtSecret = "a secret that is long enough for a signature";

function find(given: { jwtSecret?: string; databaseUrl?: string } = {}) {
  const none = { jwtSecret: undefined, databaseUrl: undefined };
  return findStoredSecret({ dataDir, ...none, ...given } as Parameters<typeof findStoredSecret>[0]);
}

describe("findStoredSecret", () => {
  test("returns the secret and the bytes of its file", async () => {
    const text = JSON.stringify({ jwtSecret });
    writeFileSync(secretFile(dataDir), text);
    expect(await find()).toEqual({ jwtSecret, bytes: Buffer.from(text) });
  });

  test.each([
    ["missing", undefined, /secrets\.json is missing, .+ the server's JWT_SECRET\.$/],
    ["empty", "", /secrets\.json is not readable, .+ the server's JWT_SECRET\.$/],
    ["truncated", '{"jwtSecret":"ab', /secrets\.json is not readable, .+$/],
  ])("gives advice if the file is %s, unless JWT_SECRET is set", async (_case, text, reason) => {
    if (text !== undefined) writeFileSync(secretFile(dataDir), text);
    await expect(find()).rejects.toThrow(reason);
    expect(await find({ jwtSecret })).toBeNull();
  });

  test("returns nothing if DATA_DIR has no secret but the database lies elsewhere", async () => {
    expect(await find({ databaseUrl: "postgres://db.example/notes" })).toBeNull();
  });
});
