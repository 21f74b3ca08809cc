import type { Relationship } from "../schema-cache/schema-cache.ts";
import type { Join, ReadSource } from "./read-plan.ts";

/** Whether a relationship leads to at most one row. */
export function leadsToOne(relationship: Relationship): boolean {
  if (relationship.kind === "computed") return relationship.isToOne;
  return relationship.kind === "many-to-one" || relationship.kind === "one-to-one";
}

/** How the rows of a relationship are found from those of `parent`. */
export function joinOf(relationship: Relationship, parent: ReadSource["kind"]): Join {
  switch (relationship.kind) {
    case "many-to-many":
      return { kind: "junction", ...relationship.junction };
    case "computed":
      return { kind: "routine", parent, rowOf: relationship.from };
    default:
      return { kind: "direct", columns: relationship.columns };
  }
}
