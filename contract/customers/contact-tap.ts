import { z } from "zod";

/** The name of a lead whose customer has not given one. */
export const UNNAMED_CUSTOMER = "Cliente sin nombre";

/** The contact buttons that count taps. */
export const TapChannel = z.enum(["whatsapp", "call", "contact", "directions"]);
export type TapChannel = z.infer<typeof TapChannel>;

export const TAP_CODE_LENGTH = 6;
const CODE = new RegExp(`^[A-HJKMNP-Z2-9]{${TAP_CODE_LENGTH}}$`);

/**
 * Finds a tap code in a pasted or typed text: the code alone, in any case, or the message that ends
 * with it (web/features/sellers/record-taps.tsx). Returns null when there is none.
 */
export function findTapCode(text: string): string | null {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/);
  return words.filter((word) => CODE.test(word)).at(-1) ?? null;
}

/**
 * A row of public.contact_taps as its seller reads it, with the vehicle of the page and the name of
 * the seller; both can be null once deleted.
 */
export const ContactTap = z.object({
  id: z.guid(),
  channel: TapChannel,
  lead_id: z.guid().nullable(),
  created_at: z.string(),
  vehicle: z
    .object({ id: z.guid(), brand: z.string(), model: z.string(), year: z.number() })
    .nullable(),
  seller: z.object({ full_name: z.string().nullable() }).nullable(),
});
export type ContactTap = z.infer<typeof ContactTap>;
