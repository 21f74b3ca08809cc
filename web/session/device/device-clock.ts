import { useSyncExternalStore } from "react";

/** Dates that people choose go wrong from about here on; sessions do not depend on the clock. */
const TOLERATED_MS = 30 * 60_000;

let isWrong = false;
const CHANGE = "clockchange";

/** Compares the device's clock with that of the server that sent a response just now. */
export function noteServerTime({ headers }: Pick<Response, "headers">): void {
  const serverTime = Date.parse(headers.get("date") ?? "");
  const wasWrong = isWrong;
  isWrong = isClockWrong(serverTime, Date.now());
  if (isWrong !== wasWrong) dispatchEvent(new Event(CHANGE));
}

/** Whether the device's clock is off by so much that its dates mislead. */
export function isClockWrong(serverTime: number, deviceTime: number): boolean {
  return Math.abs(serverTime - deviceTime) > TOLERATED_MS;
}

/** Whether the last response showed that the device's clock is wrong. */
export function useClockWrong(): boolean {
  return useSyncExternalStore(follow, () => isWrong);
}

function follow(onChange: () => void): () => void {
  addEventListener(CHANGE, onChange);
  return () => removeEventListener(CHANGE, onChange);
}
