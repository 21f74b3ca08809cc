import { z } from "zod";

/** The kinds of writes that the log tells apart. */
export const AuditAction = z.enum(["insert", "update", "delete"]);
export type AuditAction = z.infer<typeof AuditAction>;

/** What stands for "in nobody's name" where an impersonated account is chosen. */
export const NOBODY = "ninguna";

/**
 * What the log is narrowed to; empty lets everything through. Days are local, as in a date box
 * (2026-11-21).
 */
export type AuditFilter = {
  actor: string;
  impersonated: string;
  action: AuditAction | "";
  from: string;
  until: string;
};

/** The whole log. */
export const noAuditFilter: AuditFilter = {
  actor: "",
  impersonated: "",
  action: "",
  from: "",
  until: "",
};

const names = {
  actor: "actor",
  impersonated: "cuenta",
  action: "accion",
  from: "desde",
  until: "hasta",
} as const;
const keys = ["actor", "impersonated", "action", "from", "until"] as const;

const Id = z.guid().or(z.literal("")).catch("");
const IdOrNobody = z.literal(NOBODY).or(Id);
const Day = z.iso.date().or(z.literal("")).catch("");

/** Reads the filter out of an address; what is none is left out. */
export function readAuditFilter(parameters: URLSearchParams): AuditFilter {
  return {
    actor: Id.parse(parameters.get(names.actor)),
    impersonated: IdOrNobody.parse(parameters.get(names.impersonated)),
    action: AuditAction.or(z.literal("")).catch("").parse(parameters.get(names.action)),
    from: Day.parse(parameters.get(names.from)),
    until: Day.parse(parameters.get(names.until)),
  };
}

/** The address's parameters with this filter in them; what is empty is left out. */
export function writeAuditFilter(filter: AuditFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const key of keys) if (filter[key]) parameters.set(names[key], filter[key]);
  return parameters;
}

/** The filter with one value as a box gives it. */
export function withAuditChoice(
  filter: AuditFilter,
  key: keyof AuditFilter,
  value: string,
): AuditFilter {
  const parameters = writeAuditFilter(filter);
  parameters.set(names[key], value);
  return readAuditFilter(parameters);
}

/**
 * The moments between which the filter's days lie, in this place's time: the first included, the
 * last not.
 */
export function momentsOf({ from, until }: AuditFilter): { first?: string; before?: string } {
  const first = from && new Date(`${from}T00:00:00`).toISOString();
  const before = until && startOfNextDay(until).toISOString();
  return { ...(first ? { first } : {}), ...(before ? { before } : {}) };
}

function startOfNextDay(day: string): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + 1);
  return start;
}
