import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  type ServerProcess,
  linesOutsideLog,
} from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { canMountDisk, mountSmallDisk, type SmallDisk } from "./mount-small-disk.ts";

const bucket = "vehicle_images";

let disk: SmallDisk;
let folder: DataFolder;
beforeEach(async () => {
  disk = await mountSmallDisk(160 * 1024 * 1024);
  folder = createDataFolder(disk.path);
});
afterEach(() => {
  folder.remove();
  disk.remove();
});

// Without namespaces, as in some containers, no disk can be mounted: the test counts as skipped,
// and disk-full covers each part.
describe.skipIf(!canMountDisk())(
  "fault 7: the disk with all of DATA_DIR is full (unshare --mount)",
  () => {
    test("a dealer's writes get 503, reads work, and writes resume once there is room", async () => {
      const server = await folder.start();
      const { client, refresh, token } = await signInAsDealer(server.url, folder.path);
      const owner = (await client.auth.getUser()).data.user?.id ?? "";
      const photo = await smallJpeg();
      const file = `${owner}/before.jpg`;
      expect((await upload(client, file, photo)).error).toBeNull();
      const kept = await download(client, file);
      const vehicle = { user_id: owner, brand: "Kia", model: "Río", year: 2020, published: true };
      const insert = () => client.from("vehicles").insert(vehicle).select("id").single();
      const first = (await insert()).data?.id;
      const about = makeInquiry({ id: owner }, { type: "vehicle_inquiry", vehicleId: first });
      const anonKey = await makeAnonKey(folder.path);

      const typing = type(client, first);
      await typing.begun;
      disk.fill();
      expect(await waitForStatus(server, "read-only")).toEqual({
        status: "read-only",
        reason: "disk",
      });
      const lastSaved = await typing.end();

      const writes: Record<string, () => PromiseLike<{ status: number }>> = {
        insert,
        update: () => client.from("vehicles").update({ color: "Azul" }).eq("id", first),
        remove: () => client.from("vehicles").delete().eq("id", first),
        ask: () => postLead({ url: server.url, anonKey }, about),
      };
      for (const [name, write] of Object.entries(writes)) {
        const answers = await Promise.all(Array.from({ length: 20 }, write));
        expect([name, ...new Set(answers.map(({ status }) => status))]).toEqual([name, 503]);
      }
      const files = client.storage.from(bucket);
      for (const refused of [
        await upload(client, `${owner}/during.jpg`, photo),
        await files.move(file, `${owner}/moved.jpg`),
        await files.remove([file]),
      ]) {
        expect(refused.error).toMatchObject({ status: 503, message: "The disk is full" });
      }

      disk.fill();
      await passSpareSegments(folder.path);

      const visitor = createClient(server.url, anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const reads = await Promise.all(
        Array.from({ length: 20 }, () => visitor.from("vehicles").select("description")),
      );
      for (const { data } of reads) expect(data).toEqual([{ description: lastSaved }]);
      expect(await download(client, file)).toEqual(kept);
      expect((await files.list(owner)).data).toHaveLength(1);
      const shown = await fetch(
        `${server.url}/storage/v1/render/image/public/${bucket}/${file}?width=320`,
      );
      expect(shown.status).toBe(200);
      expect((await refresh(token)).status).toBe(200);

      disk.free();
      expect(await waitForStatus(server, "ready")).toEqual({ status: "ready" });
      expect((await insert()).status).toBe(201);
      expect((await upload(client, `${owner}/after.jpg`, photo)).error).toBeNull();
      expect((await files.list(owner)).data).toHaveLength(2);

      expect(linesOutsideLog(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
      const diskLines = server
        .lines()
        .join("\n")
        .match(/The disk (is full:|has room)[^"]*/g);
      expect(diskLines).toEqual([
        "The disk is full: the database is read-only",
        "The disk has room again: writes are accepted",
      ]);
    });

    test("an operator can start on a full disk: reads work, writes once there is room", async () => {
      const before = await folder.start();
      const { client } = await signInAsDealer(before.url, folder.path);
      const user_id = (await client.auth.getUser()).data.user?.id;
      const vehicle = { user_id, brand: "Kia", model: "Río", year: 2020, published: true };
      expect((await client.from("vehicles").insert(vehicle)).status).toBe(201);
      before.child.kill("SIGTERM");
      await before.ended;
      disk.fill();

      const server = await folder.start();
      expect(await waitForStatus(server, "read-only")).toEqual({
        status: "read-only",
        reason: "disk",
      });
      const visitor = createClient(server.url, await makeAnonKey(folder.path));
      expect((await visitor.from("vehicles").select("model")).data).toEqual([{ model: "Río" }]);
      disk.free();
      expect(await waitForStatus(server, "ready")).toEqual({ status: "ready" });
      const entered = await visitor.auth.signInWithPassword(password);
      expect(entered.error).toBeNull();
      expect((await visitor.from("vehicles").insert(vehicle)).status).toBe(201);
    });
  },
);

const password = { email: "dealer@example.com", password: "clave-segura" };

/**
 * Saves one text after the other until `end`, which returns the last acknowledged one; `begun`
 * resolves with the first.
 */
function type(client: SupabaseClient, id: string) {
  let isTyping = true;
  let last = "";
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const write = async () => {
    for (let number = 1; isTyping; number += 1) {
      const description = `${number}-`.repeat(400);
      const { data } = await client.from("vehicles").update({ description }).eq("id", id).select();
      if (data?.length !== 1) continue;
      last = description;
      begin();
    }
  };
  const ended = write();
  return {
    begun,
    end: async () => {
      isTyping = false;
      await ended;
      return last;
    },
  };
}

/** Fills PostgreSQL's preallocated WAL segments; returns their size in bytes. */
async function passSpareSegments(path: string): Promise<number> {
  const { sql, end } = await connectToDataFolder(path, "leave");
  const spare = await sql`select name from pg_ls_waldir()
    where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`;
  for (const _ of spare) await sql`select pg_create_restore_point('test'), pg_switch_wal()`;
  await end();
  return spare.length;
}

/** The body of /readyz once it contains this status. */
async function waitForStatus(server: ServerProcess, status: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${server.url}/readyz`);
    const body: { status: string } = await answer.json();
    if (body.status === status && answer.ok) return body;
  }
}

function upload(client: SupabaseClient, path: string, bytes: Buffer) {
  return client.storage.from(bucket).upload(path, bytes, { contentType: "image/jpeg" });
}

async function download(client: SupabaseClient, path: string): Promise<Buffer> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}
