import type { ServerResponse } from "node:http";
import { restError } from "../rest-error.ts";

/** How much memory the large answers may take that clients have not taken in yet, and for how long one client may hold some. */
export type AnswerRoomLimits = { bytes: number; holdMs: number };

/** Anybody can read so little slowly, without it being felt. */
const worthCounting = 256 * 1024;

/** As long as a whole request may take (listen.ts). */
const longestHoldMs = 120_000;

/**
 * Keeps count of the large answers under way. A list of tens of thousands of rows is tens of megabytes, and whoever asks for it a hundred times and reads
 * it slowly would keep as many copies in the server's memory. The function that it gives claims room until the connection is done with the
 * answer, and throws `answers_full` (503, which the client tries again) when there is too little; an answer larger than all of the room gets it when nobody
 * else holds any.
 */
export function createAnswerRoom({ bytes: room, holdMs }: AnswerRoomLimits) {
  let taken = 0;
  return (bytes: number, response: ServerResponse): void => {
    if (bytes < worthCounting || response.destroyed) return;
    if (taken > 0 && taken + bytes > room) throw full();
    taken += bytes;
    const late = setTimeout(() => response.destroy(), holdMs);
    response.once("close", () => {
      clearTimeout(late);
      taken -= bytes;
    });
  };
}

/** Visitors have room of their own: what they hold keeps no signed-in person from reading. */
export function createAnswerRooms() {
  const megabyte = 1024 * 1024;
  return {
    visitors: createAnswerRoom({ bytes: 64 * megabyte, holdMs: longestHoldMs }),
    people: createAnswerRoom({ bytes: 192 * megabyte, holdMs: longestHoldMs }),
  };
}

function full() {
  return restError("answers_full", {
    message: "Too many large answers are under way",
    hint: "Ask for fewer rows at a time.",
    headers: { "Retry-After": "2" },
  });
}
