import { useSyncExternalStore } from "react";

/** Beyond this, dates that people choose go wrong. Sessions do not depend on the clock. */
const TOLERATED_MS = 30 * 60_000;

let isWrong = false;
const CHANGE = "clockchange";

/** Compares the device's clock with the Date header of a response that just arrived. */
export function noteServerTime({ headers }: Pick<Response, "headers">): void {
  const serverTime = Date.parse(headers.get("date") ?? "");
  const wasWrong = isWrong;
  isWrong = isClockWrong(serverTime, Date.now());
  if (isWrong !== wasWrong) dispatchEvent(new Event(CHANGE));
}

/** Whether the device's clock is off by more than the tolerance. */
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
