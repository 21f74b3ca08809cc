import { sessionMessages } from "./messages.ts";
import { isOffline, isUnanswered, ownSentence } from "./server-sentence.ts";

type Notice = { title: string; description: string };

/** The notice of an act that failed, with its cause. */
export function failureNotice(failed: Notice, error: unknown) {
  return { ...withCause(failed, error), variant: "destructive" } as const;
}

/**
 * Adds to a failure why it happened, where that is known: the server's own sentence, no connection,
 * or no answer.
 */
export function withCause(failed: Notice, error: unknown): Notice {
  const { title, description } = failed;
  const reason = ownSentence(error);
  if (reason) return { title, description: `${description} ${reason}` };
  const { offline, noAnswer } = sessionMessages;
  if (isOffline()) {
    return { title: offline.title, description: `${description} ${offline.retry}` };
  }
  return isUnanswered(error) ? { title, description: `${description} ${noAnswer}` } : failed;
}

/**
 * Options of a change that may be sent twice: without a connection it waits for one instead of
 * failing, and a notice says so (session-layout.tsx).
 */
export const waitsForConnection = {
  networkMode: "online",
  retry: isOffline,
  retryDelay: 1_000,
} as const;
