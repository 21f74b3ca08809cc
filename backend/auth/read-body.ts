import type { Context } from "hono";
import type { z } from "zod";
import { authError } from "./auth-error.ts";

/**
 * The request's JSON body as the schema reads it; an empty body counts as `{}`. Throws bad_json or
 * validation_failed.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseInput(schema, parseJson(await c.req.text()));
}

/** Any input from outside as the schema reads it. Throws validation_failed with the first fault. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw authError("validation_failed", {
    message: place ? `${place}: ${issue?.message}` : issue?.message,
  });
}

function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw authError("bad_json", { cause });
  }
}
