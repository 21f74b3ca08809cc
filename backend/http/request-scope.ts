import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<{ requestId: string }>();

/** Does `work` as part of a request: whatever it calls, in any layer, can ask which one. */
export function runInRequest<T>(requestId: string, work: () => T): T {
  return scope.run({ requestId }, work);
}

/** The request that is being answered here, or undefined where none is, as in background work. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}
