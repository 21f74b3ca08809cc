import type { Context } from "hono";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Hooks } from "../hooks.ts";
import type { Admission } from "../http/admission.ts";
import { bearerOf, callerOf } from "../http/caller.ts";
import type { IdentityService } from "../http/identity/index.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Caller, Database } from "../postgres/database.ts";
import type { Limiter } from "../postgres/limiter.ts";
import type { Config } from "../settings.ts";
import type { PictureWorker } from "./images/picture-worker.ts";
import type { RenditionRequest } from "./images/rendition-request.ts";
import type { RenditionStore } from "./images/rendition-store.ts";
import type { AddressSigner } from "./objects/address-signer.ts";
import { storageError } from "./storage-error.ts";
import type { StorageBackend } from "./stores/storage-backend.ts";

export type StorageDeps = {
  config: Config;
  database: Database;
  hooks: Pick<Hooks, "sweepObjects" | "servedTable" | "firstRendition">;
  identity: IdentityService;
  log: Logger;
  metrics: Metrics;
  admission: Admission;
};

/** What the storage handlers need. */
export type StorageParts = Pick<StorageDeps, "database" | "identity" | "log" | "admission"> & {
  /** The objects that public and signed URLs serve; see hooks.ts. */
  servedTable: string;
  backend: StorageBackend;
  signer: AddressSigner;
  pictures: PictureWorker;
  renditions: RenditionStore;
  /** The rendition that is made of each new picture; see hooks.ts. */
  firstRendition: RenditionRequest | null;
  /** Runs one picture job at a time. */
  photos: Limiter;
  /** The folder of uploads in progress. */
  uploadFolder: string;
};

/** A request with its caller; `bucket` is the one in the path. */
export type StorageRequest = StorageParts & { context: Context; caller: Caller; bucket: string };

/** Returns the caller by the bearer token. Throws MissingHeader or InvalidJWT. */
export async function storageCaller(context: Context, identity: IdentityService): Promise<Caller> {
  const token = bearerOf(context);
  if (!token) {
    throw storageError("MissingHeader", "headers must have required property 'authorization'");
  }
  return callerOf(context, await identity.verify(token));
}

/**
 * Parses the JSON body. Throws InvalidRequest if it is invalid, EntityTooLarge if it is too large.
 */
export async function readJson<Schema extends z.ZodType>({ req }: Context, schema: Schema) {
  const text = await req.text().catch((cause: unknown) => {
    throw storageError("EntityTooLarge", "The body is too large", cause);
  });
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw storageError("InvalidRequest", `${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw storageError("InvalidRequest", "The body is not JSON", error);
  }
}
