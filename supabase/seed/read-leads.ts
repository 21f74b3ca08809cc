import { z } from "zod";
import { LeadKind, LeadState } from "#contract/lead.ts";
import { readTable } from "./read-table.ts";

const optional = z.string().transform((text) => text || null);

const Row = z.object({
  recipient: z.enum(["valle", "luis", "marta", "bahia", "diego"]),
  kind: LeadKind,
  vin: optional,
  name: z.string().min(1),
  email: optional,
  phone: optional,
  message: optional,
  referred_name: optional,
  referred_phone: optional,
  state: LeadState,
  hours_ago: z.coerce.number().positive(),
  notes: z.string(),
});

/** A lead of the demo, as leads.tsv tells it; `recipient` is a key of people.ts. */
export type DemoLead = z.infer<typeof Row>;

/**
 * Reads the demo's leads; throws when a line does not have the columns that the first line names.
 */
export function readLeads(): DemoLead[] {
  return readTable("leads.tsv").map((row) => Row.parse(row));
}
