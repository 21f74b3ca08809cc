import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createSilences } from "./silences.ts";

const afterReading = () => new Promise(setImmediate);

const limitMs = 60_000;
const longAgo = performance.now() - 2 * limitMs;

test("a connection that owes an answer for too long is ended, with those that were silent beside it, and with no other", async () => {
  const silences = createSilences();
  const watch = (isOwed: boolean, heardAt: number, limit = limitMs) => {
    const socket = new Socket();
    socket.on("error", () => undefined);
    silences.watch(socket, { isOwed: () => isOwed, heardAt: () => heardAt }, limit);
    return socket;
  };
  const silent = watch(true, longAgo);
  const forgotten = watch(false, longAgo);
  const heard = watch(false, performance.now());
  const asked = watch(true, longAgo);
  const patient = watch(false, longAgo, 4 * limitMs);
  forgotten.emit("timeout");
  await afterReading();
  expect(forgotten.destroyed).toBe(false);
  silent.emit("timeout");
  await afterReading();
  const ended = [silent, forgotten, heard, asked, patient].map(({ destroyed }) => destroyed);
  expect(ended).toEqual([true, true, false, false, false]);
  expect(silent.errored).toMatchObject({ code: "ETIMEDOUT" });
  for (const socket of [heard, asked, patient]) socket.destroy();
});

test("a connection whose answer came while the process stood still is not ended", async () => {
  let isOwed = true;
  const socket = new Socket();
  createSilences().watch(socket, { isOwed: () => isOwed, heardAt: () => longAgo }, limitMs);
  socket.emit("timeout");
  isOwed = false;
  await afterReading();
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
