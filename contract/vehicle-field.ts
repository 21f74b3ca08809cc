import type { z } from "zod";

/** One entry of the field table. */
export type VehicleField = {
  /** The label that people see, and its heading in a spreadsheet. */
  label: string;
  /**
   * Other headings for it in a spreadsheet, separated by commas; case and accents do not matter.
   */
  sheet: string;
  /** The stored value, as REST returns it. */
  row: z.ZodType;
  /** Parses the form's text into the stored value. */
  input: z.ZodType;
  /** The form's options, if it is a choice. */
  choices?: readonly string[];
  /** The control in the form's Detalles Técnicos; other sections build their own. */
  technical?: FieldControl;
  /** As `technical`, for fields hidden behind its "more" button. */
  further?: FieldControl;
  /**
   * Whether it is listed among a vehicle's facts, and whether a dash is shown when it is unknown.
   */
  fact?: "always" | "if known";
  /** Whether public cards, and cards of the dashboard, show it. */
  card?: true;
  inventory?: true;
  /** Whether a decoded VIN can fill it. */
  vin?: true;
  /**
   * The property of a schema.org Car, and the type of its value when it is not a plain JSON one.
   */
  schemaOrg?: { property: string; type?: string };
};

/** The form control of a field. */
export type FieldControl = {
  label?: string;
  id?: string;
  inputMode?: "numeric" | "url";
  placeholder?: string;
  hint?: string;
};
