import type { Context } from "hono";
import type { z } from "zod";
import { largestBodyOf } from "#api/http/body-room.ts";
import { connectionOf } from "#api/http/connection.ts";
import type { Caller } from "#api/postgres/database.ts";
import type { StorageParts } from "./storage-deps.ts";
import { storageError } from "./storage-error.ts";

/** Reads a JSON body of at most `limit` bytes. Throws EntityTooLarge, or InvalidRequest when it is not what the schema says. */
export async function readJson<Schema extends z.ZodType>(
  { req }: Context,
  schema: Schema,
  limit: number,
): Promise<z.output<Schema>> {
  requireAnnounced(req, limit);
  return readAs(schema, await readText(req.raw, limit));
}

/** A list of names that a caller sends: its schema, and how many bytes it may have where the caller is signed in. */
type LongList<Schema> = { caller: Caller; schema: Schema; limit: number };

/** The same for a list of names that may be long: it counts until it is answered, and is parsed in its turn. Throws SlowDown, too. */
export async function readList<Schema extends z.ZodType>(
  { claimBody, takeBodyTurn }: Pick<StorageParts, "claimBody" | "takeBodyTurn">,
  context: Context,
  { caller, schema, limit }: LongList<Schema>,
): Promise<z.output<Schema>> {
  const largest = largestBodyOf(caller, limit);
  requireAnnounced(context.req, largest);
  claimBody(context, caller, largest);
  const text = await readText(context.req.raw, largest);
  await takeBodyTurn(caller.client, text.length, connectionOf(context)?.outgoing);
  return readAs(schema, text);
}

function readAs<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw storageError("InvalidRequest", `${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`);
}

/** Reads a body that means nothing to the end. Throws EntityTooLarge when it has more than `limit` bytes. */
export async function ignoreBody({ req }: Context, limit: number): Promise<void> {
  requireAnnounced(req, limit);
  await readText(req.raw, limit);
}

function requireAnnounced(req: Context["req"], limit: number): void {
  if (Number(req.header("content-length") ?? 0) > limit) throw tooLarge();
}

async function readText(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (!request.body) return text;
  for await (const chunk of request.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > limit) throw tooLarge();
  }
  return text + decoder.decode();
}

function tooLarge() {
  return storageError("EntityTooLarge", "The body is too large");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw storageError("InvalidRequest", "The body is not JSON", error);
  }
}
