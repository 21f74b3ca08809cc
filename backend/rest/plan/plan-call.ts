import type { Role } from "#backend/postgres/identity.ts";
import type { RestRequest } from "../parse/parse-request.ts";
import type { Column, Routine, SchemaCache } from "../schema-cache/schema-cache.ts";
import { findRoutine } from "./find-routine.ts";
import type { PlannedSource } from "./plan-node.ts";
import { planRead } from "./plan-read.ts";
import type { PlannedField, PlannedLogic, ReadPlan } from "./read-plan.ts";
import type { CallArguments, CallPlan } from "./request-plan.ts";
import { ownColumns } from "./table-source.ts";

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
