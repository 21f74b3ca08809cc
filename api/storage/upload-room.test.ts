import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createUploadRoom, type Place } from "./upload-room.ts";

const kilobyte = 1024;
const largest = 1_000 * kilobyte;

const openRoom = () =>
  createUploadRoom({
    bytes: 4 * largest,
    share: 3 * largest,
    largest,
    refuse: () => new Error("too much"),
  });
type Room = ReturnType<typeof openRoom>;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An upload of the largest size that sends what it is told to. */
async function begin(room: Room, person: string, folder = person) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<Place>();
  const outcome = room
    .hold({ person, folder }, largest, async (place) => {
      begun.resolve(place);
      await ended;
    })
    .then(() => "stored");
  const place = await begun.promise;
  const send = (bytes: number) => {
    const state = { isTaken: false };
    void place.take(bytes).then(() => {
      state.isTaken = true;
    });
    return state;
  };
  const store = () => {
    place.complete();
    end();
    return outcome;
  };
  return { send, store, isCut: () => place.cut.aborted };
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("createUploadRoom", () => {
  test("people who announce much and send little keep nobody waiting", async () => {
    const room = openRoom();
    for (let index = 0; index < 50; index += 1) {
      (await begin(room, `sender ${index}`)).send(kilobyte);
    }
    const photo = (await begin(room, "ana")).send(largest / 2);
    await passMs(0);
    expect(photo.isTaken).toBe(true);
  });

  test("a sender who holds the room and has nothing more to say gives way after two seconds", async () => {
    const room = openRoom();
    const silent = await Promise.all(["eva", "leo", "luis"].map((person) => begin(room, person)));
    for (const { send } of silent) send(largest - kilobyte);
    await passMs(10_000);
    expect(silent.some(({ isCut }) => isCut())).toBe(false);

    const ana = await begin(room, "ana");
    const photo = ana.send(100 * kilobyte);
    await passMs(1_900);
    expect(photo.isTaken).toBe(false);
    await passMs(700);
    expect(photo.isTaken).toBe(true);
    expect(ana.isCut()).toBe(false);
    expect(silent.every(({ isCut }) => isCut())).toBe(true);
  });

  test("a sender on a slow line is not silent, and stays while others are", async () => {
    const room = openRoom();
    const slow = await begin(room, "eva");
    const silent = [await begin(room, "leo"), await begin(room, "luis")];
    for (const { send } of silent) send(largest - kilobyte);
    slow.send(400 * kilobyte);
    for (let second = 0; second < 4; second += 1) {
      await passMs(1_000);
      slow.send(70 * kilobyte);
    }
    const photo = (await begin(room, "ana")).send(800 * kilobyte);
    for (let second = 0; second < 3; second += 1) {
      await passMs(1_000);
      slow.send(70 * kilobyte);
    }
    expect(photo.isTaken).toBe(true);
    expect(silent.every(({ isCut }) => isCut())).toBe(true);
    expect(slow.isCut()).toBe(false);
  });

  test("people who drip in the name of one dealership lose one upload to whoever waits", async () => {
    const room = openRoom();
    const dripping = await Promise.all(
      ["eva", "leo", "luis"].map((person) => begin(room, person, "one dealership")),
    );
    for (const [index, { send }] of dripping.entries()) send(700 * kilobyte + index * kilobyte);
    const other = await begin(room, "mia", "another");
    other.send(800 * kilobyte);
    const photo = (await begin(room, "ana")).send(200 * kilobyte);
    for (let second = 0; second < 3; second += 1) {
      for (const { send } of [...dripping, other]) send(30 * kilobyte);
      await passMs(1_000);
    }
    expect(photo.isTaken).toBe(true);
    expect(dripping.filter(({ isCut }) => isCut())).toHaveLength(1);
    expect(other.isCut()).toBe(false);
  });

  test("as many large uploads at once as have no room come to their end in turn, and none is cut off", async () => {
    const room = openRoom();
    const uploads = await Promise.all(
      Array.from({ length: 12 }, (_, index) => begin(room, `sender ${index}`)),
    );
    const sent = uploads.map(() => 0);
    const stored = new Set<number>();
    while (stored.size < uploads.length) {
      for (const [index, upload] of uploads.entries()) {
        if (stored.has(index)) continue;
        if ((sent[index] ?? 0) >= largest) {
          stored.add(index);
          await expect(upload.store()).resolves.toBe("stored");
          continue;
        }
        const piece = upload.send(100 * kilobyte);
        await passMs(0);
        if (piece.isTaken) sent[index] = (sent[index] ?? 0) + 100 * kilobyte;
      }
      await passMs(100);
    }
    expect(uploads.some(({ isCut }) => isCut())).toBe(false);
  });

  test("a person who has their share waits for it, and others do not", async () => {
    const room = openRoom();
    const own = [await begin(room, "ana"), await begin(room, "ana"), await begin(room, "ana")];
    let begins = false;
    const fourth = room.hold({ person: "ana", folder: "ana" }, largest, async () => {
      begins = true;
    });
    await passMs(60_000);
    expect(begins).toBe(false);
    expect((await begin(room, "luis")).isCut()).toBe(false);
    await own[0]?.store();
    await fourth;
    expect(begins).toBe(true);
  });
});
