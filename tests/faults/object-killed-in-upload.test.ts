import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { smallJpeg, smallPng } from "#backend-tests/support/images.ts";
import { createDealership } from "#tests/support/people.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { openHost } from "./open-host.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
beforeEach(() => {
  folder = createPreparedFolder();
});
afterEach(() => folder.remove());

describe("fault 8: the server is killed during an upload", () => {
  test("a dealer's partial photo leaves no object or file; the old photo is still shown", async () => {
    const server = await folder.start();
    const host = await openHost(folder, server);
    const dealer = await createDealership(host);
    const photos = dealer.client.storage.from("vehicle_images");
    const kept = `${dealer.id}/1700000000000-a.jpg`;
    expect((await photos.upload(kept, await smallJpeg())).error).toBeNull();
    const address = photos.getPublicUrl(kept).data.publicUrl;
    const shown = await bytesOf(address);
    const rows = async () => [...(await host.sql`select name, version from storage.objects`)];
    const before = { rows: await rows(), files: storedFiles() };

    const token = await tokenOf(dealer);
    const halves = [
      sendHalf(server.url, { path: kept, method: "PUT", body: await smallPng(), token }),
      sendHalf(server.url, {
        path: `${dealer.id}/b.jpg`,
        method: "POST",
        body: await smallJpeg(),
        token,
      }),
    ];
    const sent = await Promise.all(halves);
    server.child.kill("SIGKILL");
    await server.ended;
    await Promise.all(sent.map(({ broken }) => broken));

    await folder.start({ PORT: new URL(server.url).port });
    expect({ rows: await rows(), files: storedFiles() }).toEqual(before);
    expect(await bytesOf(address)).toEqual(shown);
    const other = await fetch(photos.getPublicUrl(`${dealer.id}/b.jpg`).data.publicUrl);
    expect(other.status).toBe(400);
    const again = await photos.upload(kept, await smallPng(), { upsert: true });
    expect(again.error).toBeNull();
    expect((await fetch(address)).headers.get("content-type")).toBe("image/png");
    await host.end();
  });
});

type Half = { path: string; method: string; body: Buffer; token: string };

/** Announces a whole body and sends half of it; `broken` resolves when the connection ends. */
async function sendHalf(origin: string, { path, method, body, token }: Half) {
  const { hostname, port } = new URL(origin);
  const headers = {
    apikey: token,
    authorization: `Bearer ${token}`,
    "content-type": "image/jpeg",
    "content-length": String(body.length),
  };
  const whole = `/storage/v1/object/vehicle_images/${path}`;
  const sent = request({ hostname, port, method, path: whole, headers });
  const broken = new Promise<void>((resolve) => {
    sent.on("error", () => undefined);
    sent.on("close", () => resolve());
  });
  await new Promise((resolve) => sent.write(body.subarray(0, body.length / 2), resolve));
  return { broken };
}

async function bytesOf(address: string): Promise<Buffer> {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

function storedFiles(): string[] {
  const files = join(folder.path, "files");
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
