import type { Context } from "hono";
import type { z } from "zod";
import { storageError } from "./storage-error.ts";

/**
 * Reads a JSON body. Throws InvalidRequest when it is not what the schema says, and EntityTooLarge
 * when more comes than may.
 */
export async function readJson<Schema extends z.ZodType>(
  { req }: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
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
