import type { CallPlan } from "../plan/request-plan.ts";
import type { RoutineArgument } from "../schema-cache/schema-cache.ts";
import type { Parameters } from "./parameters.ts";
import { quoteName } from "./quote-name.ts";
import { writeColumnOf } from "./write-field.ts";
import { needsWholeRow, wholeRow } from "./write-join.ts";

/** The call of a function, as rows; what is no row is a column called `value` (callPlanToQuery). */
export function writeCall(plan: CallPlan, parameters: Parameters): string {
  const { source, args } = writeArguments(plan, parameters);
  const call = `public.${quoteName(plan.routine.name)}(${args})`;
  if (plan.routine.result.kind === "rows") {
    return `select ${writeCalled(plan)} from ${source}${call} as called`;
  }
  return `select called.value from ${source}(select ${call} as value) as called`;
}

/**
 * The rows of the function, with what their table's functions compute from them where that is
 * asked.
 */
function writeCalled({ computed, read }: CallPlan): string {
  const extra = computed.map(
    (column) => `${writeColumnOf("called", column)} as ${quoteName(column.name)}`,
  );
  const row = needsWholeRow(read) ? [`called as ${wholeRow}`] : [];
  return ["called.*", ...extra, ...row].join(", ");
}

function writeArguments(
  { args }: CallPlan,
  parameters: Parameters,
): { source: string; args: string } {
  if (args.kind === "whole") {
    return { source: "", args: `${parameters.add(args.body)}::${args.type}` };
  }
  if (args.kind === "texts") {
    const texts = args.args.map(({ argument, value }) =>
      writeArgument(argument, `${parameters.add(value)}::${argument.type}`),
    );
    return { source: "", args: texts.join(", ") };
  }
  if (args.args.length === 0) return { source: "", args: "" };
  const types = args.args.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const named = args.args.map((arg) => writeArgument(arg, `sent.${quoteName(arg.name)}`));
  return {
    source: `json_to_record(${parameters.add(args.json)}::json) as sent (${types}), lateral `,
    args: named.join(", "),
  };
}

function writeArgument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? "variadic " : ""}${quoteName(name)} := ${value}`;
}
