import type { RenditionRequest } from "./rendition-request.ts";
import type { ImageType } from "./sniff-type.ts";

/** What the picture process is asked for. `bytes` have been inspected before. */
export type PictureJob =
  | { kind: "clean"; bytes: Uint8Array; type: ImageType }
  | { kind: "rendition"; bytes: Uint8Array; request: RenditionRequest };

/** What crosses to the picture process, and what comes back. */
export type PictureRequest = { id: number; job: PictureJob };
export type PictureAnswer = { id: number; bytes: Uint8Array } | { id: number; failure: string };
