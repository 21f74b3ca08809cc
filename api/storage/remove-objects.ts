import type { Context } from "hono";
import { z } from "zod";
import { objectFile, renditionFolder } from "./backend/file-names.ts";
import { findBucket } from "./buckets.ts";
import { requireValidName } from "./object-address.ts";
import { readJson } from "./read-json.ts";
import { storageCaller } from "./storage-caller.ts";
import type { StorageParts } from "./storage-deps.ts";

const RemoveInput = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Room for a thousand names of the longest kind. */
const bodyLimit = 1_200_000;

/**
 * DELETE object/{bucket} `{prefixes}`: removes the objects of exactly these names, as far as row security lets the caller, and
 * answers with those that were. The rows go first; bytes that a crash leaves behind are the sweeper's.
 */
export function removeObjects({ database, identity, backend, log }: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const caller = await storageCaller(context, identity);
    const bucket = await findBucket(database, context.req.param("bucket") ?? "");
    const { prefixes } = await readJson(context, RemoveInput, bodyLimit);
    for (const name of prefixes) requireValidName(name);
    const removed = await database.asCaller(
      caller,
      (sql) => sql<{ name: string; version: string | null }[]>`
        delete from storage.objects where bucket_id = ${bucket.id} and name in ${sql(prefixes)}
        returning id, name, bucket_id, owner_id, version, metadata, created_at, updated_at`,
    );
    await removeBytes(removed.map(({ version }) => version));
    return context.json(removed);
  };

  async function removeBytes(versions: (string | null)[]): Promise<void> {
    for (const version of versions) {
      if (version === null) continue;
      try {
        await backend.remove(objectFile(version));
        await backend.remove(renditionFolder(version));
      } catch (error) {
        log.warn({ err: error, version }, "a removed object's bytes stay for the sweeper");
      }
    }
  }
}
