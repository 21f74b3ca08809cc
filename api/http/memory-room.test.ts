import { expect, it } from "vitest";
import { createMemoryRoom } from "./memory-room.ts";

const take = () => createMemoryRoom({ bytes: 100, share: 40 }, () => new Error("full"));

it("a client beyond its share is refused, others have what is left, and all of it when it is handed back", () => {
  const room = take();
  const release = room("ana", 30);
  expect(() => room("ana", 20)).toThrow("full");
  room("luis", 40);
  room("eva", 30);
  expect(() => room("rosa", 10)).toThrow("full");
  release();
  expect(() => room("rosa", 30)).not.toThrow();
});

it("what is larger than all of the room gets it alone", () => {
  const room = take();
  const release = room("ana", 500);
  expect(() => room("luis", 1)).toThrow("full");
  release();
  expect(() => room("luis", 500)).not.toThrow();
});
