import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createSilences } from "./silences.ts";

const limitMs = 60_000;
const longAgo = performance.now() - 2 * limitMs;

test("a connection that owes an answer for too long is ended, with those that were silent beside it, and with no other", () => {
  const silences = createSilences();
  const watch = (isOwed: boolean, heardAt: number) => {
    const socket = new Socket();
    socket.on("error", () => undefined);
    silences.watch(socket, { isOwed: () => isOwed, heardAt: () => heardAt }, limitMs);
    return socket;
  };
  const silent = watch(true, longAgo);
  const forgotten = watch(false, longAgo);
  const heard = watch(false, performance.now());
  const asked = watch(true, longAgo);
  forgotten.emit("timeout");
  expect(forgotten.destroyed).toBe(false);
  silent.emit("timeout");
  const ended = [silent, forgotten, heard, asked].map(({ destroyed }) => destroyed);
  expect(ended).toEqual([true, true, false, false]);
  expect(silent.errored).toMatchObject({ code: "ETIMEDOUT" });
  for (const socket of [heard, asked]) socket.destroy();
});
