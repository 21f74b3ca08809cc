/** Why the picture process refuses a file; it crosses to the server as a storage error. */
export class PictureRefusal extends Error {
  readonly code: "InvalidMimeType" | "EntityTooLarge";

  constructor(code: PictureRefusal["code"], message: string) {
    super(message);
    this.name = "PictureRefusal";
    this.code = code;
  }
}
