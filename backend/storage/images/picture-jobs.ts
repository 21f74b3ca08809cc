import type { PictureRefusal } from "./picture-refusal.ts";
import type { RenditionRequest } from "./rendition-request.ts";
import type { ImageType } from "./sniff-type.ts";

/** What the picture process is asked for: to clean the upload in a file, or to make a rendition. */
export type PictureJob =
  | { kind: "clean"; path: string }
  | { kind: "rendition"; bytes: Uint8Array; request: RenditionRequest };

/** A picture that was made, and the type of what it was made from. */
export type MadePicture = { bytes: Buffer; type: ImageType };

/** What crosses to the picture process, and what comes back. */
export type PictureRequest = { id: number; job: PictureJob };
export type PictureAnswer =
  | { id: number; bytes: Uint8Array; type: ImageType }
  | { id: number; failure: string; refused?: PictureRefusal["code"] };
