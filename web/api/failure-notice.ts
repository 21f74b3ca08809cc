import { sessionMessages } from "./messages.ts";
import {
  failedSentence,
  isOffline,
  isServerFault,
  isUnanswered,
  ownSentence,
} from "./server-sentence.ts";

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
  const reason = ownSentence(error);
  if (reason) return { title, description: `${description} ${reason}` };
  const { offline, noAnswer } = sessionMessages;
  if (isOffline()) {
    return { title: offline.title, description: `${description} ${offline.retry}` };
  }
  if (isUnanswered(error)) return { title, description: `${description} ${noAnswer}` };
  if (!isServerFault(error)) return failed;
  return { title, description: `${description} ${failedSentence()}` };
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
