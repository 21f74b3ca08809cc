/** Kept apart from the errors, since their codes are those of any file, name or socket. */
const lost = new WeakSet<Error>();

/** Remembers that no connection to PostgreSQL could be made for this reason, or that one ended for it. Gives the error. */
export function markLost(error: Error): Error {
  lost.add(error);
  return error;
}

/** Whether the error was marked. */
export function isMarkedLost(error: Error): boolean {
  return lost.has(error);
}

/** PostgreSQL, or what stands before it, has ended a connection that we still wanted. */
export function connectionClosed(): Error {
  return Object.assign(new Error("The connection closed"), { code: "CONNECTION_CLOSED" });
}

const silence = "ETIMEDOUT";

/** It owes an answer for too long. */
export function noAnswer(message: string): Error {
  return Object.assign(new Error(message), { code: silence });
}

/** Whether the error is one that `noAnswer` made, or the network's for the same. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === silence;
}
