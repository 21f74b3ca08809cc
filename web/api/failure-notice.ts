import { sessionMessages } from "./messages.ts";
import {
  databaseMessage,
  hasNoResponse,
  isOffline,
  isServerFault,
  serverFailureMessage,
} from "./request-error-message.ts";

type Notice = { title: string; description: string };

/** An error notice with the cause of the failure. */
export function failureNotice(failed: Notice, error: unknown) {
  return { ...withCause(failed, error), variant: "destructive" } as const;
}

/**
 * Appends the cause of a failure, if known: the server's own sentence, no connection, no response,
 * or a server error.
 */
export function withCause(failed: Notice, error: unknown): Notice {
  const { title, description } = failed;
  const reason = databaseMessage(error);
  if (reason) return { title, description: `${description} ${reason}` };
  const { offline, noAnswer } = sessionMessages;
  if (isOffline()) {
    return { title: offline.title, description: `${description} ${offline.retry}` };
  }
  if (hasNoResponse(error)) return { title, description: `${description} ${noAnswer}` };
  if (!isServerFault(error)) return failed;
  return { title, description: `${description} ${serverFailureMessage()}` };
}

/**
 * Mutation options for an idempotent change: without a connection it waits for one instead of
 * failing, and a notice says so (session-layout.tsx).
 */
export const waitsForConnection = {
  networkMode: "online",
  retry: isOffline,
  retryDelay: 1_000,
} as const;
