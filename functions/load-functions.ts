import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { FunctionContext, FunctionServices } from "#contract/function-context.ts";
import type { ServerFunction } from "./server-function.ts";

const folder = new URL("./", import.meta.url);

/** A function that has what the database cannot give. */
type ServedFunction = (
  request: Request,
  context: Omit<FunctionContext<SupabaseClient>, "services">,
) => Promise<Response>;

/**
 * Every functions/<name>/index.ts by its name. Throws when one has no function as its default
 * export.
 */
export async function loadFunctions(
  services: FunctionServices,
): Promise<Map<string, ServedFunction>> {
  const entries = await readdir(fileURLToPath(folder), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const serve = async (name: string): Promise<[string, ServedFunction]> => {
    const run = await load(name);
    return [name, (request, context) => run(request, { ...context, services })];
  };
  return new Map(await Promise.all(names.map(serve)));
}

const FunctionModule = z.object({
  default: z.custom<ServerFunction>((value) => typeof value === "function"),
});

async function load(name: string): Promise<ServerFunction> {
  const module: unknown = await import(new URL(`${name}/index.ts`, folder).href);
  const { data } = FunctionModule.safeParse(module);
  if (data) return data.default;
  throw new Error(`functions/${name}/index.ts has no function as its default export`);
}
