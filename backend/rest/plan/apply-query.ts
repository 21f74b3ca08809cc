import type { Field, Logic, OrderTerm, Query } from "../parse/syntax.ts";
import { restError } from "../rest-error.ts";
import {
  findChild,
  type PlanChild,
  type PlanNode,
  type PlannedSource,
  planField,
} from "./plan-node.ts";
import type { PlannedLogic, PlannedOrder } from "./read-plan.ts";

/** As much of a node as names are found in. */
type Named = Pick<PlanNode, "source" | "children">;

/**
 * Puts filters, orders and ranges on the nodes that their paths name. Throws 42703, PGRST108,
 * PGRST118, PGRST120.
 */
export function applyQuery(
  root: PlanNode,
  { query, ownLogic }: { query: Query; ownLogic: boolean },
): void {
  for (const { path, value } of query.logic) {
    if (path.length === 0 && !ownLogic) continue;
    const node = findNode(root, path);
    node.read.where.push(planLogic(node, value));
  }
  for (const { path, value } of query.order) {
    const node = findNode(root, path);
    node.read.order.push(...value.map((term) => planOrder(node, term)));
  }
  for (const { path, value } of query.ranges) {
    if (path.length > 0) Object.assign(findNode(root, path).read, value);
  }
}

/** The filters of the source itself, for a write. Throws 42703. */
export function planOwnLogic(source: PlannedSource, query: Query): PlannedLogic[] {
  return query.logic
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => planLogic({ source, children: [] }, value));
}

function findNode(root: PlanNode, path: string[]): PlanNode {
  return path.reduce((node, name) => requireChild(node, name).node, root);
}

function requireChild(node: PlanNode, name: string): PlanChild {
  const child = findChild(node, name);
  if (child) return child;
  throw restError("PGRST108", {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function planLogic(node: Named, logic: Logic): PlannedLogic {
  if (logic.kind === "group") {
    return { ...logic, terms: logic.terms.map((term) => planLogic(node, term)) };
  }
  const child = childNamed(node, logic.field);
  if (child) return planNullFilter(child, logic);
  return { kind: "filter", field: planField(node.source, logic.field), condition: logic.condition };
}

/** `books=not.is.null` asks whether anything is embedded. */
function childNamed(node: Named, { name, path }: Field): PlanChild | undefined {
  if (path.length > 0 || node.source.columns.has(name)) return undefined;
  return findChild(node, name);
}

function planNullFilter(
  { embed }: PlanChild,
  { field, condition }: Extract<Logic, { kind: "filter" }>,
): PlannedLogic {
  if (condition.kind !== "is" || !["null", "not_null"].includes(condition.value)) {
    throw restError("PGRST120", {
      message: `Bad operator on the '${field.name}' embedded resource`,
      details: "Only is null or not is null filters are allowed on embedded resources",
    });
  }
  return { kind: "embedded", embed, exists: (condition.value === "null") === condition.negated };
}

function planOrder(node: PlanNode, term: OrderTerm): PlannedOrder {
  const { relation, direction, nulls } = term;
  if (relation === undefined)
    return { field: planField(node.source, term.field), direction, nulls };
  const { embed, node: child } = requireChild(node, relation);
  if (!embed.isToOne) {
    throw restError("PGRST118", {
      message: `A related order on '${relation}' is not possible`,
      details: `'${node.source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return { field: planField(child.source, term.field), embed, direction, nulls };
}
