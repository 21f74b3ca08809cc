import type { ApiError } from "#api/http/api-error.ts";
import { restError } from "../rest-error.ts";
import type { Routine, SchemaCache } from "../schema-cache/schema-cache.ts";

/** The function of this name that takes exactly these named arguments, defaults aside (findProc). Throws PGRST202, PGRST203. */
export function findRoutine(cache: SchemaCache, name: string, keys: string[]): Routine {
  const candidates = (cache.routines.get(name) ?? []).filter((routine) => takes(routine, keys));
  const [found, another] = candidates;
  if (!found) throw noRoutine(name, keys);
  if (another) throw ambiguous(candidates);
  return found;
}

function takes({ args }: Routine, keys: string[]): boolean {
  if (args.some((arg) => arg.name === "")) return false;
  const known = keys.every((key) => args.some((arg) => arg.name === key));
  return known && args.every((arg) => !arg.required || keys.includes(arg.name));
}

function noRoutine(name: string, keys: string[]): ApiError {
  const list = keys.toSorted().join(", ");
  const called = keys.length === 0 ? `${name} without parameters` : `${name}(${list})`;
  const searched =
    keys.length === 0
      ? `${name} without parameters`
      : `${name} with parameter${keys.length > 1 ? "s" : ""} ${list}`;
  return restError("PGRST202", {
    message: `Could not find the function public.${called} in the schema cache`,
    details: `Searched for the function public.${searched}, but no matches were found in the schema cache.`,
  });
}

function ambiguous(routines: Routine[]): ApiError {
  const signatures = routines.map(
    ({ name, args }) =>
      `public.${name}(${args.map((arg) => `${arg.name} => ${arg.type}`).join(", ")})`,
  );
  return restError("PGRST203", {
    message: `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}
