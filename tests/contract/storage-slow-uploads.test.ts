import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallJpeg } from "#tests/support/images.ts";
import {
  createDealership,
  createSalesperson,
  type Person,
  tokenOf,
} from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let sender: Person;
let colleague: Person;
let neighbour: Person;

beforeAll(async () => {
  server = await startTestServer();
  sender = await createDealership(server);
  colleague = await createSalesperson(server, sender.id);
  neighbour = await createDealership(server, { fullName: "Otro Concesionario" });
});

afterAll(() => server.stop());

/** As large as a photo may be: eight of them are all that is taken in at once. */
const largest = 8 * 1024 * 1024;
const beginning = 64 * 1024;

/** With the sign-in's worth of patience on a busy machine; before, it took two minutes. */
const fewSecondsMs = 8_000;

describe("a dealership that sends ten large photos and stops half-way", () => {
  it("keeps nobody else from uploading", async () => {
    const slow = await Promise.all(
      Array.from({ length: 10 }, () => sendPart(sender, sender.id, beginning)),
    );
    for (let index = 0; index < 5; index += 1) expect(await uploadOf(neighbour)).toBeNull();
    expect(slow.every(({ isOpen }) => isOpen())).toBe(true);
    await Promise.all(slow.map(hangUp));
  });

  it("has its own next photo taken as soon as those are gone", async () => {
    expect(await uploadOf(sender)).toBeNull();
  });
});

describe("a dealership whose whole team stops half-way", () => {
  it("keeps no other dealership waiting, and no colleague", async () => {
    const team = await Promise.all([
      ...Array.from({ length: 3 }, () => createSalesperson(server, sender.id)),
      sender,
    ]);
    const slow = await Promise.all(
      team.flatMap((person) =>
        Array.from({ length: 3 }, () => sendPart(person, sender.id, beginning)),
      ),
    );
    const began = performance.now();
    expect(await uploadOf(neighbour)).toBeNull();
    expect(await uploadOf(colleague, sender.id)).toBeNull();
    expect(performance.now() - began).toBeLessThan(fewSecondsMs);
    expect(slow.every(({ isOpen }) => isOpen())).toBe(true);
    await Promise.all(slow.map(hangUp));
  });
});

describe("many dealerships that each stop before the end of a photo of 8 MB", () => {
  it("are told to try again once somebody else wants to upload, and whoever does has it done within seconds", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => createDealership(server)));
    const slow = await Promise.all(
      others.map((person) => sendPart(person, person.id, largest - beginning)),
    );
    const began = performance.now();
    expect(await uploadOf(neighbour)).toBeNull();
    expect(performance.now() - began).toBeLessThan(fewSecondsMs);
    const refused = await Promise.race(slow.map(({ answer }) => answer));
    expect(refused).toMatchObject({ statusCode: "503", code: "SlowDown" });
    await Promise.all(slow.map(hangUp));
  });
});

/** What a person's upload of a small photo has against it. */
async function uploadOf(person: Person, folder = person.id): Promise<unknown> {
  const name = `${folder}/${crypto.randomUUID()}.jpg`;
  const { error } = await person.client.storage
    .from("vehicle_images")
    .upload(name, await smallJpeg(), { contentType: "image/jpeg" });
  return error;
}

type SlowUpload = {
  sent: ClientRequest;
  gone: Promise<void>;
  answer: Promise<unknown>;
  isOpen(): boolean;
};

/** Begins an upload of the largest size, and leaves it there when so many bytes are on their way. */
async function sendPart(person: Person, folder: string, bytes: number): Promise<SlowUpload> {
  const name = `${folder}/${crypto.randomUUID()}.jpg`;
  const sent = request(`${server.url}/storage/v1/object/vehicle_images/${name}`, {
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
  const answer = new Promise<unknown>((resolve) => {
    sent.once("response", async (response) => {
      const text = await response.setEncoding("utf8").toArray();
      resolve(JSON.parse(text.join("")));
    });
  });
  for (const end of ["error", "response"]) {
    sent.once(end, () => {
      isOpen = false;
    });
  }
  const { promise: written, resolve } = Promise.withResolvers<void>();
  sent.write(Buffer.alloc(bytes), () => resolve());
  await written;
  return { sent, gone, answer, isOpen: () => isOpen };
}

function hangUp({ sent, gone }: SlowUpload): Promise<void> {
  sent.destroy();
  return gone;
}
