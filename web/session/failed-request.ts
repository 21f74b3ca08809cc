import { sessionMessages } from "./messages.ts";

/** The id of the last request that failed without a reason: the log has a line under it. */
let lastId: string | null = null;

/** Notes an answer that is a fault of the server's, or takes note that there is none. */
export function noteAnswer({ status, headers }: Pick<Response, "status" | "headers">): void {
  if (status >= 400) lastId = headers.get("x-request-id");
}

/** Says that the server failed, with the code that helps to find out why. */
export function failedSentence(): string {
  return lastId
    ? `${sessionMessages.failed} Código: ${lastId.slice(0, 8)}.`
    : sessionMessages.failed;
}
