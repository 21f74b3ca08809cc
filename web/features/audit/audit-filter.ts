import { z } from "zod";

/** Kinds of writes in the log. */
export const AuditAction = z.enum(["insert", "update", "delete"]);
export type AuditAction = z.infer<typeof AuditAction>;

/** URL value for changes made without impersonating an account. */
export const NOT_IMPERSONATED = "ninguna";

/** Filter of the log; empty values match everything. Days are local dates (2026-11-21). */
export type AuditFilter = {
  actor: string;
  impersonated: string;
  action: AuditAction | "";
  from: string;
  until: string;
};

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
const IdOrNone = z.literal(NOT_IMPERSONATED).or(Id);
const Day = z.iso.date().or(z.literal("")).catch("");

/** Reads the filter from URL parameters; invalid values are ignored. */
export function readAuditFilter(parameters: URLSearchParams): AuditFilter {
  return {
    actor: Id.parse(parameters.get(names.actor)),
    impersonated: IdOrNone.parse(parameters.get(names.impersonated)),
    action: AuditAction.or(z.literal("")).catch("").parse(parameters.get(names.action)),
    from: Day.parse(parameters.get(names.from)),
    until: Day.parse(parameters.get(names.until)),
  };
}

/** Writes the filter to URL parameters; empty values are omitted. */
export function writeAuditFilter(filter: AuditFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const key of keys) if (filter[key]) parameters.set(names[key], filter[key]);
  return parameters;
}

export function withFilterValue(
  filter: AuditFilter,
  key: keyof AuditFilter,
  value: string,
): AuditFilter {
  const parameters = writeAuditFilter(filter);
  parameters.set(names[key], value);
  return readAuditFilter(parameters);
}

/** Converts the filter's local days to timestamps; `first` is inclusive, `before` exclusive. */
export function timeRangeOf({ from, until }: AuditFilter): { first?: string; before?: string } {
  const first = from && new Date(`${from}T00:00:00`).toISOString();
  const before = until && startOfNextDay(until).toISOString();
  return { ...(first ? { first } : {}), ...(before ? { before } : {}) };
}

function startOfNextDay(day: string): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + 1);
  return start;
}
