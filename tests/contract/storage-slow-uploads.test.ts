import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallJpeg } from "#tests/support/images.ts";
import { createDealership, type Person, tokenOf } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let sender: Person;
let neighbour: Person;

beforeAll(async () => {
  server = await startTestServer();
  sender = await createDealership(server);
  neighbour = await createDealership(server, { fullName: "Otro Concesionario" });
});

afterAll(() => server.stop());

/** As large as a photo may be: eight of them are all that is taken in at once. */
const largest = 8 * 1024 * 1024;

describe("a dealership that sends ten large photos and stops half-way", () => {
  it("keeps nobody else from uploading", async () => {
    const token = await tokenOf(sender);
    const slow = Array.from({ length: 10 }, (_, index) => sendSlowly(token, `${index}.jpg`));
    const photo = await smallJpeg();
    for (let index = 0; index < 5; index += 1) {
      const { error } = await neighbour.client.storage
        .from("vehicle_images")
        .upload(`${neighbour.id}/${index}.jpg`, photo, { contentType: "image/jpeg" });
      expect(error).toBeNull();
    }
    expect(slow.every(({ isOpen }) => isOpen())).toBe(true);
    await Promise.all(slow.map(hangUp));
  });

  it("has its own next photo taken as soon as those are gone", async () => {
    const { error } = await sender.client.storage
      .from("vehicle_images")
      .upload(`${sender.id}/after.jpg`, await smallJpeg(), { contentType: "image/jpeg" });
    expect(error).toBeNull();
  });
});

type SlowUpload = { sent: ClientRequest; gone: Promise<void>; isOpen(): boolean };

/** Begins an upload and leaves it there. */
function sendSlowly(token: string, name: string): SlowUpload {
  const sent = request(`${server.url}/storage/v1/object/vehicle_images/${sender.id}/${name}`, {
    method: "POST",
    agent: false,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
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
  sent.write(Buffer.alloc(64 * 1024));
  return { sent, gone, isOpen: () => isOpen };
}

function hangUp({ sent, gone }: SlowUpload): Promise<void> {
  sent.destroy();
  return gone;
}
