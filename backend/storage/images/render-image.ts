import type { Context } from "hono";
import { clientAddress, networkOf } from "#backend/http/client-address.ts";
import type { ObjectRow } from "../objects/object-rows.ts";
import type { Sought } from "../objects/seek-object.ts";
import { sendFile } from "../objects/send-file.ts";
import { noSuchObject } from "../objects/serve-object.ts";
import type { StorageParts } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { type RenditionRequest, readRenditionRequest, renditionName } from "./rendition-request.ts";
import { isImageType } from "./sniff-type.ts";

/** GET and HEAD render/image/…?width=…: a resized picture, made once and kept. */
export async function renderImage(
  { renditions }: StorageParts,
  context: Context,
  { find, transform, cacheControl }: Sought,
): Promise<Response> {
  const row = await find();
  if (!row) throw noSuchObject();
  const request = readRequest(context, transform, row);
  const client = networkOf(clientAddress(context));
  const file = await renditions.open(row, request, client);
  if (!file) throw noSuchObject();
  return sendFile(context, file, {
    type: `image/${request.format}`,
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
