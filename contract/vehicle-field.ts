import type { z } from "zod";

/** What the table says of a column. */
export type VehicleField = {
  /** What people read, also above its column in a spreadsheet. */
  label: string;
  /** What else such a column may be called, splitColumns by commas; case and accents apart. */
  sheet: string;
  /** The stored value, as REST answers it. */
  row: z.ZodType;
  /** Takes the form's text and gives what is stored, or says what is wrong. */
  input: z.ZodType;
  /** All that the form offers, if it offers a choice. */
  choices?: readonly string[];
  /** How the form's Detalles Técnicos asks for it; other sections ask for theirs by hand. */
  technical?: Asking;
  /** The same of what is asked for there behind one press. */
  further?: Asking;
  /** Whether it stands among a vehicle's facts, and whether also as a dash. */
  fact?: "always" | "if known";
  /** Whether cards of public pages, and those of the dashboard, show it. */
  card?: true;
  inventory?: true;
  /** Whether a decoded VIN may say it. */
  vin?: true;
  /** The property of a schema.org Car, and the type of its value where that is none of JSON's. */
  schemaOrg?: { property: string; type?: string };
};

/** How the form asks for a field. */
export type Asking = {
  label?: string;
  id?: string;
  inputMode?: "numeric" | "url";
  placeholder?: string;
  hint?: string;
};
