import type { ImageType, RenditionRequest } from "./rendition-request.ts";

/** Why the picture process refuses a file; it crosses to the server as a storage error. */
export class PictureRefusal extends Error {
  readonly code: "InvalidMimeType" | "EntityTooLarge";

  constructor(code: PictureRefusal["code"], message: string) {
    super(message);
    this.name = "PictureRefusal";
    this.code = code;
  }
}

/** Why a picture was not made; only a broken one is its sender's fault. */
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

/** To clean an upload and make a first rendition of it, or to make a rendition. */
export type PictureJob =
  | { kind: "clean"; path: string; rendition: RenditionRequest | null }
  | { kind: "rendition"; bytes: Uint8Array; request: RenditionRequest };

export type MadePicture = { bytes: Buffer; type: ImageType; rendition?: Buffer };

export type PictureAnswer =
  | { bytes: Uint8Array; type: ImageType; rendition?: Uint8Array }
  | { failure: string; refused?: PictureRefusal["code"] };

/** The same bytes as a Buffer, which does not cross between processes as one. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
