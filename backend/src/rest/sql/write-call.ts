import type { ApiError } from "../../http/api-error.ts";
import type { CallRequest } from "../parse/parse-request.ts";
import { restError } from "../rest-error.ts";
import type { Routine, RoutineArgument, SchemaCache } from "../schema-cache/schema-cache.ts";
import { type Draft, givenRows, ownColumns, parameter, quoteName, type Source } from "./source.ts";

/**
 * Finds the function with exactly the given arguments, defaults aside; else one that takes the JSON
 * body as a whole (findProc). Throws PGRST202, PGRST203.
 */
export function findRoutine(cache: SchemaCache, { name, payload, query }: CallRequest): Routine {
  const keys = payload?.keys ?? [...query.args.keys()];
  const routines = cache.routines.get(name) ?? [];
  const named = routines.filter((routine) => takes(routine, keys));
  const candidates = named.length > 0 || !payload ? named : routines.filter(takesBody);
  const [found, another] = candidates;
  if (!found) throw noRoutine(name, keys, payload !== null);
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

function noRoutine(name: string, keys: string[], hasBody: boolean): ApiError {
  const list = listNames(keys);
  const isBare = keys.length === 0;
  const called = isBare ? `${name} without parameters` : `${name}(${list})`;
  const plural = keys.length > 1 ? "s" : "";
  const searched = isBare ? called : `${name} with parameter${plural} ${list}`;
  const whole = hasBody ? " or with a single unnamed json/jsonb parameter" : "";
  return restError("PGRST202", {
    message: `Could not find the function public.${called} in the schema cache`,
    details: `Searched for the function public.${searched}${whole}, but no matches were found in the schema cache.`,
  });
}

/**
 * Functions have fewer arguments. A body may contain a megabyte of names, which must not be echoed.
 */
const maxNames = 20;
const maxListLength = 1_000;

function listNames(keys: string[]): string {
  const shown = keys.toSorted().slice(0, maxNames).join(", ");
  if (keys.length <= maxNames && shown.length <= maxListLength) return shown;
  return `${shown.slice(0, maxListLength)}… (cut, ${keys.length} in all)`;
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

/**
 * All columns of a function's result can be read: the function itself decides what the caller sees.
 */
export function givenSource(cache: SchemaCache, { name, gives, ...routine }: Routine): Source {
  const common = { name, from: givenRows, isGiven: false };
  if (gives !== "rows") return { ...common, columns: new Map(), all: [] };
  const table = routine.table === null ? undefined : cache.tables.get(routine.table);
  const columns = table?.columns ?? routine.columns;
  return { ...common, name: table?.name ?? name, columns, all: ownColumns(columns) };
}

/**
 * SQL that calls a function as rows. A scalar result becomes a column named `value`
 * (callPlanToQuery).
 */
export function writeCall(draft: Draft, routine: Routine, request: CallRequest): string {
  const { source, args } = writeArguments(draft, routine, request);
  const call = `public.${quoteName(routine.name)}(${args})`;
  if (routine.gives !== "rows") {
    return `select called.value from ${source}(select ${call} as value) as called`;
  }
  return `select called.* from ${source}${call} as called`;
}

/** Arguments are one JSON object, a body that is the single argument, or URL parameters. */
function writeArguments(draft: Draft, routine: Routine, { payload, query }: CallRequest) {
  if (!payload) {
    const texts = routine.args.flatMap((argument) => {
      const value = query.args.get(argument.name);
      if (value === undefined) return [];
      return writeArgument(argument, `${parameter(draft, value)}::${argument.type}`);
    });
    return { source: "", args: texts.join(", ") };
  }
  const [only] = routine.args;
  if (only?.name === "") {
    return { source: "", args: `${parameter(draft, payload.json)}::${only.type}` };
  }
  const given = routine.args.filter(({ name }) => payload.keys.includes(name));
  if (given.length === 0) return { source: "", args: "" };
  const types = given.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  return {
    source: `json_to_record(${parameter(draft, payload.json)}::json) as sent (${types}), lateral `,
    args: given.map((arg) => writeArgument(arg, `sent.${quoteName(arg.name)}`)).join(", "),
  };
}

function writeArgument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? "variadic " : ""}${quoteName(name)} := ${value}`;
}
