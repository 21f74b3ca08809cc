import type { ServerResponse } from "node:http";
import { createMemoryRoom, type RoomLimits } from "#api/http/memory-room.ts";
import { restError } from "../rest-error.ts";

/** An answer that asks for room: its size, the connection that it leaves by, and for whom. */
export type Claim = { bytes: number; response: ServerResponse; client: string };

/** Anybody can read so little slowly, without it being felt. */
const worthCounting = 256 * 1024;

/** As long as a whole request may take (listen.ts). */
const longestHoldMs = 120_000;

/**
 * Keeps count of the large answers under way. A list of tens of thousands of rows is tens of megabytes, and whoever asks for it a hundred times and reads
 * it slowly would keep as many copies in the server's memory. The function that it gives claims room until the connection is done with the
 * answer, and throws `answers_full` (503, which the client tries again) when there is too little, or the client holds its share. After `holdMs` the answer is cut
 * off.
 */
export function createAnswerRoom(limits: RoomLimits, holdMs = longestHoldMs) {
  const take = createMemoryRoom(limits, full);
  return ({ bytes, response, client }: Claim): void => {
    if (bytes < worthCounting || response.destroyed) return;
    const release = take(client, bytes);
    const late = setTimeout(() => response.destroy(), holdMs);
    response.once("close", () => {
      clearTimeout(late);
      release();
    });
  };
}

const megabyte = 1024 * 1024;

/**
 * Visitors have room of their own: what they hold keeps no signed-in person from reading. And what most lists need is kept apart from the few that are very large:
 * one visitor with a few connections can fill the latter, but of the former only a share.
 */
export function createAnswerRooms() {
  return {
    visitors: createRooms({ lists: 48 * megabyte, share: 16 * megabyte, large: 64 * megabyte }),
    people: createRooms({ lists: 96 * megabyte, share: 48 * megabyte, large: 128 * megabyte }),
  };
}

/** What one list takes at most that is not very large: some 10,000 vehicles. */
const largestList = 8 * megabyte;

type Sizes = { lists: number; share: number; large: number };

function createRooms({ lists, share, large }: Sizes) {
  const claimList = createAnswerRoom({ bytes: lists, share });
  const claimLarge = createAnswerRoom({ bytes: large, share: large });
  return (claim: Claim): void => (claim.bytes > largestList ? claimLarge(claim) : claimList(claim));
}

function full() {
  return restError("answers_full", {
    message: "Too many large answers are under way",
    hint: "Ask for fewer rows at a time.",
    headers: { "Retry-After": "2" },
  });
}
