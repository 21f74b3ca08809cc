import type { ApiError } from "#backend/http/api-error.ts";
import { restError } from "../rest-error.ts";
import type { Routine, SchemaCache } from "../schema-cache/schema-cache.ts";

/**
 * What a caller gives: the names of arguments, and whether they came as a body, which one argument
 * without a name may take whole.
 */
type Given = { keys: string[]; hasBody: boolean };

/**
 * The function of this name that takes exactly these named arguments, defaults aside; else the one
 * that takes a JSON body whole (findProc). Throws PGRST202, PGRST203.
 */
export function findRoutine(cache: SchemaCache, name: string, given: Given): Routine {
  const routines = cache.routines.get(name) ?? [];
  const named = routines.filter((routine) => takes(routine, given.keys));
  const candidates = named.length > 0 || !given.hasBody ? named : routines.filter(takesBody);
  const [found, another] = candidates;
  if (!found) throw noRoutine(name, given);
  if (another) throw ambiguous(candidates);
  return found;
}

function takes({ args }: Routine, keys: string[]): boolean {
  const known = keys.every((key) => args.some((arg) => arg.name === key));
  return known && args.every((arg) => !arg.required || keys.includes(arg.name));
}

function takesBody({ args }: Routine): boolean {
  const [only] = args;
  return only?.name === "" && (only.type === "json" || only.type === "jsonb");
}

function noRoutine(name: string, { keys, hasBody }: Given): ApiError {
  const list = listNames(keys);
  const called = keys.length === 0 ? `${name} without parameters` : `${name}(${list})`;
  const searched =
    keys.length === 0
      ? `${name} without parameters`
      : `${name} with parameter${keys.length > 1 ? "s" : ""} ${list}`;
  const whole = hasBody ? " or with a single unnamed json/jsonb parameter" : "";
  return restError("PGRST202", {
    message: `Could not find the function public.${called} in the schema cache`,
    details: `Searched for the function public.${searched}${whole}, but no matches were found in the schema cache.`,
  });
}

/**
 * More than any function has; a body may bring a megabyte of names, which nobody needs back twice.
 */
const mostNames = 20;
const longestList = 1_000;

function listNames(keys: string[]): string {
  const shown = keys.toSorted().slice(0, mostNames).join(", ");
  if (keys.length <= mostNames && shown.length <= longestList) return shown;
  return `${shown.slice(0, longestList)}… (cut, ${keys.length} in all)`;
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
