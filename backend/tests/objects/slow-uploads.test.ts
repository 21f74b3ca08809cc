import { readdir, stat } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, createAccount, signIn, tokenOf } from "../support/accounts.ts";
import { smallJpeg } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let sender: Account;
let colleague: Account;
let neighbour: Account;

beforeAll(async () => {
  server = await startNotesServer();
  sender = await createAccount(server);
  colleague = { ...sender, client: server.anonymous() };
  await signIn(colleague.client, sender);
  neighbour = await createAccount(server);
});

afterAll(() => server.stop());

/** The largest photo allowed, and the number of connections that one client may open. */
const largest = 8 * 1024 * 1024;
const connections = 100;
const beginning = 64 * 1024;
/** Together larger than all bodies that the server holds in memory. */
const uploads = 14;
const photo = await smallJpeg(64, 48);

describe("an account that sends a hundred large photos and stops half-way", () => {
  it("blocks neither its own nor other accounts' uploads, and leaves no files", async () => {
    const slow = await Promise.all(
      Array.from({ length: connections }, () => sendPart(sender, sender.id, beginning)),
    );
    await expect.poll(receivedFiles).toBe(connections);
    expect(await uploadOf(neighbour)).toBeNull();
    expect(await uploadOf(colleague, sender.id)).toBeNull();
    expect(await uploadOf(sender)).toBeNull();
    expect(slow.every(({ isOpen }) => isOpen())).toBe(true);

    await Promise.all(slow.map(closeSocket));
    await expect.poll(receivedFiles).toBe(0);
    expect(await objectsOf(sender)).toBe(2);
  });
});

describe("many uploads that stop before the end of an 8 MB photo", () => {
  it("use disk, not memory, and do not block other uploads", async () => {
    const slow = await Promise.all(
      Array.from({ length: uploads }, () => sendPart(sender, sender.id, largest - beginning)),
    );
    expect(await uploadOf(neighbour)).toBeNull();
    expect(await receivedBytes()).toBeGreaterThanOrEqual(0.9 * uploads * (largest - beginning));
    await Promise.all(slow.map(closeSocket));
    await expect.poll(receivedFiles).toBe(0);
  });
});

describe("an account that sends a hundred photos concurrently", () => {
  it("stores exactly the accepted ones, and another account can upload", async () => {
    const before = await objectsOf(sender);
    const sent = Array.from({ length: connections }, () => uploadOf(sender));
    expect(await uploadOf(neighbour)).toBeNull();
    expect(await Promise.race([Promise.all(sent), "still under way"])).toBe("still under way");
    const failures = (await Promise.all(sent)).filter((failure) => failure !== null);
    expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: "SlowDown" })));
    expect(await objectsOf(sender)).toBe(before + connections - failures.length);
  });
});

/** The number of uploads in the incoming folder. */
async function receivedFiles(): Promise<number> {
  return (await readdir(join(server.dataDir, "uploads"))).length;
}

async function objectsOf({ id }: Account): Promise<number> {
  const [row] = await server.sql<{ objects: number }[]>`
    select count(*)::int as objects from storage.objects where name like ${`${id}/%`}`;
  return row?.objects ?? 0;
}

async function receivedBytes(): Promise<number> {
  const folder = join(server.dataDir, "uploads");
  const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The error of a person's upload of a small photo, or null. */
async function uploadOf(person: Account, folder = person.id): Promise<unknown> {
  const name = `${folder}/${crypto.randomUUID()}.jpg`;
  const { error } = await person.client.storage
    .from("pictures")
    .upload(name, photo, { contentType: "image/jpeg" });
  return error;
}

type SlowUpload = {
  sent: ClientRequest;
  gone: Promise<void>;
  isOpen(): boolean;
};

/** Starts an upload of the largest size and pauses it after this many bytes. */
async function sendPart(person: Account, folder: string, bytes: number): Promise<SlowUpload> {
  const name = `${folder}/${crypto.randomUUID()}.jpg`;
  const sent = request(`${server.url}/storage/v1/object/pictures/${name}`, {
    method: "POST",
    agent: false,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await tokenOf(person)}`,
      "content-type": "image/jpeg",
      "content-length": String(largest),
    },
  });
  let isOpen = true;
  const gone = new Promise<void>((resolve) => sent.once("close", resolve));
  for (const end of ["error", "response"]) {
    sent.once(end, () => {
      isOpen = false;
    });
  }
  const { promise: written, resolve } = Promise.withResolvers<void>();
  sent.write(Buffer.alloc(bytes), () => resolve());
  await written;
  return { sent, gone, isOpen: () => isOpen };
}

function closeSocket({ sent, gone }: SlowUpload): Promise<void> {
  sent.destroy();
  return gone;
}
