import type { Column, Routine, RoutineArgument } from "../schema-cache/schema-cache.ts";
import type { PlannedLogic, ReadPlan } from "./read-plan.ts";

/** Whether the rows themselves are sent, or only how many there are. */
export type Output = "rows" | "none";

export type ReadRequestPlan = { kind: "read"; read: ReadPlan; output: Output; countAll: boolean };

/**
 * What a write gives back for its `read`: columns, or all of them where the role may read none and
 * PostgreSQL shall say so.
 */
export type Returning = Column[] | "all";

export type Conflict = { columns: Column[]; action: "merge" | "ignore" };

export type WritePlan = { table: string; read: ReadPlan; output: Output; returning: Returning } & (
  | {
      kind: "insert";
      columns: Column[];
      useDefaults: boolean;
      conflict: Conflict | null;
      json: string;
    }
  | { kind: "update"; columns: Column[]; useDefaults: boolean; where: PlannedLogic[]; json: string }
  | { kind: "delete"; where: PlannedLogic[] }
);

/**
 * Arguments come as one JSON object, as a body that is the one argument whole, or each as the text
 * of a parameter in the address.
 */
export type CallArguments =
  | { kind: "whole"; type: string; body: string }
  | { kind: "json"; args: RoutineArgument[]; json: string }
  | { kind: "texts"; args: { argument: RoutineArgument; value: string }[] };

export type CallPlan = {
  kind: "call";
  routine: Routine;
  args: CallArguments;
  /**
   * The columns of the result's table that functions compute and that the select, a filter or an
   * order names.
   */
  computed: Column[];
  read: ReadPlan;
  output: Output;
  countAll: boolean;
};

/** One request, planned: what the sql stage turns into one statement (PostgREST, Plan.hs). */
export type RequestPlan = ReadRequestPlan | WritePlan | CallPlan;
