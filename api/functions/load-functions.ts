import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { ServerFunction } from "#contract/function-context.ts";

const folder = new URL("../../functions/", import.meta.url);

/** Every functions/<name>/index.ts by its name. Throws when one has no function as its default export. */
export async function loadFunctions(): Promise<Map<string, ServerFunction<SupabaseClient>>> {
  const entries = await readdir(fileURLToPath(folder), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
}

async function load(name: string): Promise<ServerFunction<SupabaseClient>> {
  const module: unknown = await import(new URL(`${name}/index.ts`, folder).href);
  if (isFunctionModule(module)) return module.default;
  throw new Error(`functions/${name}/index.ts has no function as its default export`);
}

function isFunctionModule(module: unknown): module is { default: ServerFunction<SupabaseClient> } {
  return (
    typeof module === "object" &&
    module !== null &&
    "default" in module &&
    typeof module.default === "function"
  );
}
