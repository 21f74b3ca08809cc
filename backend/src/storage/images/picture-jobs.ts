import type { ImageType, RenditionRequest } from "./rendition-request.ts";

/** A rejection by the picture process, which the server returns as a storage error. */
export class PictureRefusal extends Error {
  readonly code: "InvalidMimeType" | "EntityTooLarge";

  constructor(code: PictureRefusal["code"], message: string) {
    super(message);
    this.name = "PictureRefusal";
    this.code = code;
  }
}

/** Why processing failed. Only "broken" is the uploader's fault. */
export class PictureError extends Error {
  readonly reason: "broken" | "slow" | "died";

  constructor(message: string, reason: "broken" | "slow" | "died") {
    super(message);
    this.name = "PictureError";
    this.reason = reason;
  }
}

/** Whether the picture's bytes cannot be decoded. */
export function isBrokenPicture(thrown: unknown): boolean {
  return thrown instanceof PictureError && thrown.reason === "broken";
}

/** Clean an upload and make its first rendition, or make a rendition. */
export type PictureJob =
  | { kind: "clean"; path: string; rendition: RenditionRequest | null }
  | { kind: "rendition"; bytes: Uint8Array; request: RenditionRequest };

export type MadePicture = { bytes: Buffer; type: ImageType; rendition?: Buffer };

export type PictureAnswer =
  | { bytes: Uint8Array; type: ImageType; rendition?: Uint8Array }
  | { failure: string; refused?: PictureRefusal["code"] };

/** A Buffer over the same bytes: messages between processes arrive as Uint8Array. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
