import type { ApiError } from "#backend/http/api-error.ts";
import type { Role } from "#backend/postgres/identity.ts";
import type { RestRequest } from "../parse/parse-request.ts";
import { restError } from "../rest-error.ts";
import type { Column, Routine, SchemaCache } from "../schema-cache/schema-cache.ts";
import type { PlannedSource } from "./plan-node.ts";
import { planRead } from "./plan-read.ts";
import type { PlannedField, PlannedLogic, ReadPlan } from "./read-plan.ts";
import type { CallArguments, CallPlan } from "./request-plan.ts";
import { ownColumns } from "./table-source.ts";

/**
 * What a caller gives: the names of arguments, and whether they came as a body, which one argument
 * without a name may take whole.
 */
type Given = { keys: string[]; hasBody: boolean };

/**
 * The function of this name that takes exactly these named arguments, defaults aside; else the one
 * that takes a JSON body whole (findProc). Throws PGRST202, PGRST203.
 */
function findRoutine(cache: SchemaCache, name: string, given: Given): Routine {
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

type CallRequest = Extract<RestRequest, { kind: "call" }>;

/**
 * Plans a function call; one that gives rows is read like a table, embeds included when the rows
 * are a table's (callReadPlan).
 */
export function planCall(cache: SchemaCache, role: Role, request: CallRequest): CallPlan {
  const { payload, query, range, preferences } = request;
  const routine = findRoutine(cache, request.name, {
    keys: payload?.keys ?? [...query.args.keys()],
    hasBody: payload !== null,
  });
  const source = resultSource(cache, routine);
  const read = planRead({ cache, role, source, query, ownLogic: true });
  const isSilent = request.headersOnly || preferences.applied.includes("return=minimal");
  return {
    kind: "call",
    routine,
    args: planArguments(routine, request),
    computed: computedColumns(source, read),
    read: { ...read, ...range },
    output: isSilent ? "none" : "rows",
    countAll: preferences.count,
  };
}

function planArguments(routine: Routine, { payload, query }: CallRequest): CallArguments {
  const [only] = routine.args;
  if (payload && only?.name === "") {
    return { kind: "whole", type: only.type, body: payload.json };
  }
  if (payload) {
    const args = routine.args.filter(({ name }) => payload.keys.includes(name));
    return { kind: "json", args, json: payload.json };
  }
  const args = routine.args.flatMap((argument) => {
    const value = query.args.get(argument.name);
    return value === undefined ? [] : [{ argument, value }];
  });
  return { kind: "texts", args };
}

function computedColumns({ columns }: PlannedSource, read: ReadPlan): Column[] {
  const names = new Set(
    [
      ...read.columns.map(({ field }) => field),
      ...read.order.filter(({ embed }) => !embed).map(({ field }) => field),
      ...read.where.flatMap(fieldsOf),
    ].map((field) => field?.column.name),
  );
  return [...columns.values()].filter(
    ({ name, computedFrom }) => computedFrom !== null && names.has(name),
  );
}

function fieldsOf(logic: PlannedLogic): PlannedField[] {
  if (logic.kind === "embedded") return [];
  return logic.kind === "filter" ? [logic.field] : logic.terms.flatMap(fieldsOf);
}

/** What a function gives may be read whole: it has decided itself what the caller sees. */
function resultSource(cache: SchemaCache, { name, result }: Routine): PlannedSource {
  const from = { kind: "rows" } as const;
  if (result.kind !== "rows") return { name, from, columns: new Map(), all: [] };
  const table = result.table === null ? undefined : cache.tables.get(result.table);
  const columns = table?.columns ?? result.columns;
  return { name: table?.name ?? name, from, columns, all: ownColumns(columns) };
}
