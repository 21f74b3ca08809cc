/** The store of files gives no answer, or says that it cannot serve now. Not a bug: work resumes as soon as it does. */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    super("The store of files cannot be reached", { cause });
    this.name = "StoreUnreachable";
  }
}
