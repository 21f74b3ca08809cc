/**
 * An error with a message for people. Messages of other errors come from the browser or a library.
 */
export class UserFacingError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "UserFacingError";
  }
}

const OFFLINE = "Sin conexión. Comprueba tu internet e inténtalo de nuevo.";

/** The message for an error: its own sentence, that there is no connection, or the fallback. */
export function userMessageOf(error: unknown, otherwise: string): string {
  if (error instanceof UserFacingError) return error.message;
  return isUnreachable(error) ? OFFLINE : otherwise;
}

/**
 * Whether the connection failed: browsers throw a TypeError when a request or a module does not
 * arrive.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof UserFacingError) return false;
  if (typeof navigator !== "undefined" && navigator.onLine === false) return true;
  return (
    error instanceof TypeError && /fetch|import|module|load failed|network/i.test(error.message)
  );
}
