import type { Context } from "hono";
import {
  type RenditionFormat,
  type RenditionRequest,
  readRenditionRequest,
  renditionName,
} from "./images/rendition-request.ts";
import { readObjectAddress } from "./object-address.ts";
import { findPublicObject, type ObjectRow } from "./object-rows.ts";
import { sendFile } from "./send-file.ts";
import { noSuchObject, publicCacheControl } from "./serve-object.ts";
import type { StorageParts } from "./storage-deps.ts";
import { storageError } from "./storage-error.ts";

/** GET and HEAD render/image/public/{bucket}/{path}?width=…: a resized picture of a public bucket, made once and kept. */
export function renderImage({ database, renditions }: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/render/image/public");
    const row = await findPublicObject(database, address);
    if (!row) throw noSuchObject();
    const request = readRequest(context, row);
    const file = await renditions.open(row.version, request);
    if (!file) throw noSuchObject();
    return sendFile(context, file, {
      type: mediaType[request.format],
      eTag: `"${row.version}-${renditionName(request)}"`,
      modifiedAt: row.updated_at,
      cacheControl: publicCacheControl(row),
      varies: "Accept",
    });
  };
}

function readRequest(context: Context, { metadata }: ObjectRow): RenditionRequest {
  const accept = context.req.header("accept") ?? "";
  const request = readRenditionRequest(context.req.query(), accept, metadata.mimetype);
  if (!request) throw storageError("InvalidRequest", "Invalid transformation parameters");
  return request;
}

const mediaType: Record<RenditionFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
  png: "image/png",
};
