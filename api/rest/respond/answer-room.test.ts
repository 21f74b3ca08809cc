import { EventEmitter } from "node:events";
import { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAnswerRoom } from "./answer-room.ts";

const megabyte = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the room for large answers", () => {
  it("refuses what does not fit beside the others, and lets it in when one has gone", () => {
    const claim = createAnswerRoom({ bytes: 3 * megabyte, holdMs: 1_000 });
    const [first, second] = [makeResponse(), makeResponse()];
    claim(2 * megabyte, first);
    expect(() => claim(2 * megabyte, second)).toThrow("Too many large answers");
    first.emit("close");
    expect(() => claim(2 * megabyte, second)).not.toThrow();
  });

  it("lets in an answer larger than the room when nobody else holds any, and small ones always", () => {
    const claim = createAnswerRoom({ bytes: megabyte, holdMs: 1_000 });
    expect(() => claim(5 * megabyte, makeResponse())).not.toThrow();
    expect(() => claim(1_000, makeResponse())).not.toThrow();
    expect(() => claim(300_000, makeResponse())).toThrow("Too many large answers");
  });

  it("cuts off a client that has not taken in its answer in time, and nobody after that", () => {
    const claim = createAnswerRoom({ bytes: megabyte, holdMs: 1_000 });
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
    const claim = createAnswerRoom({ bytes: megabyte, holdMs: 1_000 });
    const gone = makeResponse();
    gone.destroyed = true;
    claim(megabyte, gone);
    expect(() => claim(megabyte, makeResponse())).not.toThrow();
  });
});

function makeResponse(): ServerResponse {
  return Object.assign(Object.create(ServerResponse.prototype), new EventEmitter(), {
    destroyed: false,
  });
}
