/**
 * Why a picture was not made: its bytes cannot be decoded, it took too long, or the process ended
 * before it was done. Only the first is its sender's fault.
 */
export class PictureError extends Error {
  readonly reason: "broken" | "slow" | "died";

  constructor(message: string, reason: "broken" | "slow" | "died") {
    super(message);
    this.name = "PictureError";
    this.reason = reason;
  }
}

/** Whether something was thrown because a picture's bytes cannot be decoded. */
export function isBrokenPicture(thrown: unknown): boolean {
  return thrown instanceof PictureError && thrown.reason === "broken";
}
