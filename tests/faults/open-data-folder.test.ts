import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { createDealership } from "#tests/support/people.ts";
import {
  createDataFolder,
  type DataFolder,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import { openHost } from "./open-host.ts";
import { runOperator } from "./run-operator.ts";

let folder: DataFolder;
beforeEach(() => {
  folder = createDataFolder();
});
afterEach(() => folder.remove());

describe("another account on a machine where the operator's umask restricts nothing", () => {
  test("cannot read any folder or file below DATA_DIR, even after an upgrade", async () => {
    const umask = process.umask(0);
    try {
      const server = await folder.start();
      await storeEverything(server);
      expect(opened()).toEqual([]);

      for (const name of ["files", "mail", "vin"]) chmodSync(join(folder.path, name), 0o755);
      server.child.kill("SIGTERM");
      await server.ended;
      await folder.start();
      expect(opened()).toEqual([]);
    } finally {
      process.umask(umask);
    }
  });
});

/** Stores a photo with a rendition, a mail, VIN data and a backup. */
async function storeEverything(server: ServerProcess) {
  const host = await openHost(folder, server);
  const dealer = await createDealership(host);
  const photos = dealer.client.storage.from("vehicle_images");
  const path = `${dealer.id}/1700000000000-a.jpg`;
  expect((await photos.upload(path, await smallJpeg())).error).toBeNull();
  const address = photos.getPublicUrl(path, { transform: { width: 320 } }).data.publicUrl;
  expect((await fetch(address)).status).toBe(200);
  expect((await dealer.client.auth.resetPasswordForEmail(dealer.email)).error).toBeNull();
  const decoded = await dealer.client.functions.invoke("decode-vin", {
    body: { vin: "KM8K2CAB4PU001140" },
  });
  expect(decoded.error).toBeNull();
  await expect.poll(() => readdirSync(join(folder.path, "mail"))).not.toEqual([]);
  await host.end();
  const backup = await runOperator("backup", [], { DATA_DIR: folder.path });
  expect(backup.code).toBe(0);
  expect(readdirSync(folder.path)).toEqual(
    expect.arrayContaining(["backups", "files", "mail", "secrets.json", "vin"]),
  );
}

/** The paths that group or others may read, write or enter, other than below a closed folder. */
function opened(path = folder.path): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    const own = (lstatSync(inner).mode & 0o077) === 0 ? [] : [relative(folder.path, inner)];
    const below = entry.isDirectory() && entry.name !== "postgres" ? opened(inner) : [];
    return [...own, ...below];
  });
}
