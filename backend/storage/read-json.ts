import type { Context } from "hono";
import type { z } from "zod";
import { bodyLimits } from "#backend/limits.ts";
import type { Caller } from "#backend/postgres/database.ts";
import { storageError } from "./storage-error.ts";

/**
 * Reads a JSON body of at most `limit` bytes. Throws EntityTooLarge, or InvalidRequest when it is
 * not what the schema says.
 */
export async function readJson<Schema extends z.ZodType>(
  { req }: Context,
  schema: Schema,
  limit: number,
): Promise<z.output<Schema>> {
  requireAnnounced(req, limit);
  const parsed = schema.safeParse(parse(await readText(req.raw, limit)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw storageError("InvalidRequest", `${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`);
}

/** How many bytes a list of names may have: `limit` where the caller is signed in. */
export function largestList({ identity }: Caller, limit: number): number {
  return identity.role === "anon" ? Math.min(limit, bodyLimits.visitor) : limit;
}

/**
 * Reads a body that means nothing to the end. Throws EntityTooLarge when it has more than `limit`
 * bytes.
 */
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
