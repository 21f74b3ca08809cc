import type { Context } from "hono";
import { clientAddress, networkOf } from "#backend/http/client-address.ts";
import { readObjectAddress } from "../objects/object-address.ts";
import {
  findPublicObject,
  findReadableObject,
  findSignedObject,
  type ObjectRow,
} from "../objects/object-rows.ts";
import { sendFile } from "../objects/send-file.ts";
import { noSuchObject, publicCacheControl } from "../objects/serve-object.ts";
import type { StorageParts } from "../storage-deps.ts";
import { storageCaller } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import {
  type RenditionFormat,
  type RenditionRequest,
  readRenditionRequest,
  renditionName,
} from "./rendition-request.ts";
import { isImageType } from "./sniff-type.ts";

/**
 * GET and HEAD render/image/public/{bucket}/{path}?width=…: a resized picture of a public bucket,
 * made once and kept.
 */
export function renderImage(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/render/image/public");
    const row = await findPublicObject(parts, address);
    return sendRendition(parts, context, row, context.req.query(), publicCacheControl);
  };
}

/**
 * GET and HEAD render/image/authenticated/…: the same of an object that row security lets the
 * caller read.
 */
export function renderOwnImage(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/render/image/authenticated");
    const caller = await storageCaller(context, parts.identity);
    const row = await parts.database.asCaller(caller, (sql) => findReadableObject(sql, address));
    return sendRendition(parts, context, row, context.req.query(), () => "private, no-cache");
  };
}

/** GET and HEAD render/image/sign/…?token=…: the one rendition that an address was signed for. */
export function renderSignedImage(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/render/image/sign");
    const transform = await parts.signer.verifyDownload(context.req.query("token"), address);
    const row = await findSignedObject(parts, address);
    return sendRendition(parts, context, row, transform, () => "private, no-cache");
  };
}

async function sendRendition(
  { renditions }: StorageParts,
  context: Context,
  row: ObjectRow | null,
  query: Record<string, string | undefined>,
  cacheControl: (row: ObjectRow) => string,
): Promise<Response> {
  if (!row) throw noSuchObject();
  const request = readRequest(context, query, row);
  const client = networkOf(clientAddress(context));
  const file = await renditions.open(row, request, client);
  if (!file) throw noSuchObject();
  return sendFile(context, file, {
    type: mediaType[request.format],
    eTag: `"${row.version}-${renditionName(request)}"`,
    modifiedAt: row.updated_at,
    cacheControl: cacheControl(row),
    varies: "Accept",
  });
}

function readRequest(
  context: Context,
  query: Record<string, string | undefined>,
  { metadata }: ObjectRow,
): RenditionRequest {
  const accept = context.req.header("accept") ?? "";
  const stored = isImageType(metadata.mimetype) ? metadata.mimetype : "image/jpeg";
  const request = readRenditionRequest(query, accept, stored);
  if (!request) throw storageError("InvalidRequest", "Invalid transformation parameters");
  return request;
}

const mediaType: Record<RenditionFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
  png: "image/png",
};
