import { EventEmitter } from "node:events";
import { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAnswerRoom, createAnswerRooms } from "./answer-room.ts";

const megabyte = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the room for large answers", () => {
  it("refuses what does not fit beside the others, and lets it in when one has gone", () => {
    const claim = openRoom(3 * megabyte);
    const [first, second] = [makeResponse(), makeResponse()];
    claim(2 * megabyte, first);
    expect(() => claim(2 * megabyte, second)).toThrow("Too many large answers");
    first.emit("close");
    expect(() => claim(2 * megabyte, second)).not.toThrow();
  });

  it("lets in an answer larger than the room when nobody else holds any, and small ones always", () => {
    const claim = openRoom(megabyte);
    expect(() => claim(5 * megabyte, makeResponse())).not.toThrow();
    expect(() => claim(1_000, makeResponse())).not.toThrow();
    expect(() => claim(300_000, makeResponse())).toThrow("Too many large answers");
  });

  it("cuts off a client that has not taken in its answer in time, and nobody after that", () => {
    const claim = openRoom(megabyte);
    const [slow, quick] = [makeResponse(), makeResponse()];
    const cut = vi.spyOn(slow, "destroy");
    claim(megabyte / 2, slow);
    claim(megabyte / 2, quick);
    quick.emit("close");
    const untouched = vi.spyOn(quick, "destroy");
    vi.advanceTimersByTime(1_000);
    expect(cut).toHaveBeenCalledOnce();
    expect(untouched).not.toHaveBeenCalled();
  });

  it("claims nothing for a client that has gone already", () => {
    const claim = openRoom(megabyte);
    const gone = makeResponse();
    gone.destroyed = true;
    claim(megabyte, gone);
    expect(() => claim(megabyte, makeResponse())).not.toThrow();
  });
});

describe("the room of one client", () => {
  it("is any one answer, and with the further ones a share; others are let in beside it", () => {
    const claimAs = createAnswerRoom({ bytes: 9 * megabyte, share: 3 * megabyte });
    const claim = (client: string, bytes: number, response = makeResponse()) =>
      claimAs({ bytes, response, client });
    const first = makeResponse();
    claim("ana", 2 * megabyte, first);
    claim("ana", megabyte);
    expect(() => claim("ana", megabyte)).toThrow("Too many large answers");
    expect(() => claim("luis", 4 * megabyte)).not.toThrow();
    first.emit("close");
    expect(() => claim("ana", megabyte)).not.toThrow();
  });

  it("leaves other visitors their lists when one holds the largest there are, and signed-in people theirs", () => {
    const { visitors, people } = createAnswerRooms();
    const claim = (client: string, megabytes: number) => () =>
      visitors({ bytes: megabytes * megabyte, response: makeResponse(), client });
    claim("ana", 60)();
    claim("ana", 8)();
    claim("ana", 8)();
    expect(claim("ana", 1)).toThrow("Too many large answers");
    expect(claim("luis", 20)).toThrow("Too many large answers");
    expect(claim("luis", 8)).not.toThrow();
    expect(() =>
      people({ bytes: 60 * megabyte, response: makeResponse(), client: "1" }),
    ).not.toThrow();
  });
});

/** A room that clients of whom each comes once share. */
function openRoom(bytes: number) {
  const claim = createAnswerRoom({ bytes, share: bytes }, 1_000);
  let clients = 0;
  return (size: number, response: ServerResponse) => {
    clients += 1;
    claim({ bytes: size, response, client: String(clients) });
  };
}

function makeResponse(): ServerResponse {
  return Object.assign(Object.create(ServerResponse.prototype), new EventEmitter(), {
    destroyed: false,
  });
}
