/**
 * An error whose message was written for people. Any other error's words are a browser's or a
 * library's.
 */
export class SentenceError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "SentenceError";
  }
}

const OFFLINE = "Sin conexión. Comprueba tu internet e inténtalo de nuevo.";

/** What a person reads of an error: its sentence, that there is no connection, or `otherwise`. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof SentenceError) return error.message;
  return isUnreachable(error) ? OFFLINE : otherwise;
}

/**
 * Whether it was the line: browsers say by a TypeError that a request, or a part of the program,
 * did not arrive.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof SentenceError) return false;
  if (typeof navigator !== "undefined" && navigator.onLine === false) return true;
  return (
    error instanceof TypeError && /fetch|import|module|load failed|network/i.test(error.message)
  );
}
