import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ConnectAttempt,
  type ConnectAttempts,
  createConnectAttempts,
} from "./connect-attempts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

async function begin(attempts: ConnectAttempts): Promise<ConnectAttempt> {
  const attempt = await attempts.begin();
  if (attempt instanceof Error) throw attempt;
  return attempt;
}

async function fail(attempts: ConnectAttempts): Promise<void> {
  (await begin(attempts)).failed(refused);
  await vi.advanceTimersByTimeAsync(1);
}

/** Asks, and knows whether there is an answer yet. */
function ask(attempts: ConnectAttempts) {
  const asked: { answer: ConnectAttempt | Error | null } = { answer: null };
  attempts.begin().then((answer) => {
    asked.answer = answer;
  });
  return asked;
}

test("whoever asks after a failure waits for the pause, and one of them tries then", async () => {
  const attempts = createConnectAttempts({ times: 0 });
  await fail(attempts);
  const asked = [ask(attempts), ask(attempts), ask(attempts)];
  await vi.advanceTimersByTimeAsync(40);
  expect(asked.map(({ answer }) => answer)).toEqual([null, null, null]);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.filter(({ answer }) => answer !== null)).toHaveLength(1);
});

test("the others are told why that one failed, each with an error of their own", async () => {
  const attempts = createConnectAttempts({ times: 0 });
  await fail(attempts);
  const [first, ...others] = [ask(attempts), ask(attempts), ask(attempts)];
  await vi.advanceTimersByTimeAsync(50);
  if (!first?.answer || first.answer instanceof Error) throw new Error("Nobody tries");
  first.answer.failed(refused);
  await vi.advanceTimersByTimeAsync(250);
  for (const { answer } of others) {
    expect(answer).toMatchObject({ code: "ECONNREFUSED", message: refused.message });
  }
  expect(others[0]?.answer).not.toBe(others[1]?.answer);
});

test("nobody is told of a failure that began before they asked: PostgreSQL may be back", async () => {
  const attempts = createConnectAttempts({ times: 0 });
  const early = await begin(attempts);
  await vi.advanceTimersByTimeAsync(5);
  const asked = ask(attempts);
  early.failed(refused);
  const late = ask(attempts);
  await vi.advanceTimersByTimeAsync(60);
  for (const { answer } of [asked, late]) expect(answer).not.toBeInstanceOf(Error);
});

test("nobody waits for longer than a quarter of a second for the next attempt, however many failed", async () => {
  const attempts = createConnectAttempts({ times: 0 });
  const many = await Promise.all(Array.from({ length: 100 }, () => begin(attempts)));
  for (const attempt of many) attempt.failed(refused);
  await vi.advanceTimersByTimeAsync(1);
  const asked = ask(attempts);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.answer).toBeNull();
  await vi.advanceTimersByTimeAsync(50);
  expect(asked.answer).not.toBeNull();
});

test("everybody may connect once one has got through, as whatever role", async () => {
  const reached = { times: 0 };
  const [owner, caller] = [createConnectAttempts(reached), createConnectAttempts(reached)];
  const through = await begin(caller);
  await fail(owner);
  through.succeeded();
  const asked = [ask(owner), ask(owner), ask(caller)];
  await vi.advanceTimersByTimeAsync(0);
  for (const { answer } of asked) expect(answer).not.toBeNull();
});

test("what keeps one role out keeps out no other", async () => {
  const reached = { times: 0 };
  const [owner, caller] = [createConnectAttempts(reached), createConnectAttempts(reached)];
  await fail(owner);
  const asked = [ask(owner), ask(caller)];
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ answer }) => answer === null)).toEqual([true, false]);
});
