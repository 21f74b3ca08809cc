/**
 * The store of files gives no answer, or says that it cannot serve now, as does a disk that lets
 * nothing be written. Not a bug: work resumes as soon as it does. The message holds the cause's
 * own, for whoever runs the site.
 */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`The store of files cannot be reached${reason}`, { cause });
    this.name = "StoreUnreachable";
  }
}
