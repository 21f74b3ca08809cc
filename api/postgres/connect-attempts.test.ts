import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnectAttempts } from "./connect-attempts.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

test("whoever asks right after a failure is told why, and one may try after each pause", () => {
  const attempts = createConnectAttempts({ times: 0 });
  expect(attempts.refusal()).toBeNull();
  attempts.failed(refused);
  expect(attempts.refusal()).toMatchObject({ code: "ECONNREFUSED", message: refused.message });
  vi.advanceTimersByTime(50);
  expect(attempts.refusal()).toBeNull();
  expect(attempts.refusal()).not.toBeNull();
});

test("nobody waits for longer than a quarter of a second for the next attempt, however many failed", () => {
  const attempts = createConnectAttempts({ times: 0 });
  for (let failures = 0; failures < 100; failures += 1) attempts.failed(refused);
  vi.advanceTimersByTime(249);
  expect(attempts.refusal()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(attempts.refusal()).toBeNull();
});

test("everybody may connect once one has got through, as whatever role", () => {
  const reached = { times: 0 };
  const [owner, caller] = [createConnectAttempts(reached), createConnectAttempts(reached)];
  owner.failed(refused);
  caller.failed(refused);
  caller.succeeded();
  expect([owner.refusal(), owner.refusal(), caller.refusal()]).toEqual([null, null, null]);
});

test("what keeps one role out keeps out no other", () => {
  const reached = { times: 0 };
  const [owner, caller] = [createConnectAttempts(reached), createConnectAttempts(reached)];
  owner.failed(refused);
  expect(owner.refusal()).not.toBeNull();
  expect(caller.refusal()).toBeNull();
});

test("no two callers get the same error, which keeps the statement that it ended", () => {
  const attempts = createConnectAttempts({ times: 0 });
  attempts.failed(refused);
  expect(attempts.refusal()).not.toBe(attempts.refusal());
});
