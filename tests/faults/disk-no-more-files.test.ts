import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { limitInodes } from "./limit-inodes.ts";
import { canMountDisk, mountSmallDisk, type SmallDisk } from "./mount-small-disk.ts";

const bucket = "vehicle_images";

let disk: SmallDisk;
let folder: DataFolder;
beforeEach(async () => {
  disk = await mountSmallDisk(400 * 1024 * 1024);
  folder = createDataFolder(disk.path);
});
afterEach(() => {
  folder.remove();
  disk.remove();
});

// As in disk-full-data-folder: skipped where no disk can be mounted.
describe.skipIf(!canMountDisk())(
  "fault 7: the disk with all of DATA_DIR has no inodes left (unshare --mount)",
  () => {
    test("a dealer's photos are rejected first, then all writes; reads work throughout", async () => {
      const server = await folder.start();
      const { client } = await signInAsDealer(server.url, folder.path);
      const owner = (await client.auth.getUser()).data.user?.id ?? "";
      const file = `${owner}/before.jpg`;
      expect((await upload(client, file)).error).toBeNull();
      const vehicle = { user_id: owner, brand: "Kia", model: "Río", year: 2020, published: true };
      const insert = () => client.from("vehicles").insert(vehicle).select("id").single();
      const vehicleId = (await insert()).data?.id;
      const ask = async () => {
        const lead = makeInquiry({ id: owner }, { type: "vehicle_inquiry", vehicleId });
        return postLead({ url: server.url, anonKey: await makeAnonKey(folder.path) }, lead);
      };
      const full = { status: 503, message: "The disk is full" };

      limitInodes(disk, 900);
      expect((await upload(client, `${owner}/during.jpg`)).error).toMatchObject(full);
      expect((await insert()).status).toBe(201);
      expect(await readyz(server)).toEqual({ status: "ready" });

      limitInodes(disk, 200);
      await waitForStatus(server, "read-only");
      const writes = await Promise.all(Array.from({ length: 20 }, insert));
      expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([503]));
      expect((await ask()).status).toBe(503);
      const visitor = createClient(server.url, await makeAnonKey(folder.path), {
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const shown = await visitor.from("vehicles").select("model");
      expect(shown.data).toEqual([{ model: "Río" }, { model: "Río" }]);
      expect((await client.storage.from(bucket).download(file)).error).toBeNull();

      limitInodes(disk, 400);
      expect((await insert()).status).toBe(503);
      limitInodes(disk, 5_000);
      await waitForStatus(server, "ready");
      expect((await insert()).status).toBe(201);
      expect((await upload(client, `${owner}/after.jpg`)).error).toBeNull();
      expect((await ask()).status).toBe(200);
    });
  },
);

async function upload(client: SupabaseClient, path: string) {
  const bytes = await smallJpeg();
  return client.storage.from(bucket).upload(path, bytes, { contentType: "image/jpeg" });
}

async function readyz(server: ServerProcess): Promise<{ status: string }> {
  const answer = await fetch(`${server.url}/readyz`);
  return answer.json();
}

async function waitForStatus(server: ServerProcess, status: string): Promise<void> {
  while ((await readyz(server)).status !== status);
}
