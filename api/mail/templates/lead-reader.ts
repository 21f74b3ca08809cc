import { z } from "zod";
import { greet } from "./mail-content.ts";

/**
 * Whom a lead was for and who reads the mail: the recipient, or the dealership that gets a copy of what came to a salesperson of
 * theirs. `dealership` is only there for a salesperson's leads.
 */
export const LeadReader = z.object({
  reader: z.enum(["recipient", "dealership"]),
  recipient: z.string(),
  dealership: z.string().optional(),
});
type LeadReader = z.infer<typeof LeadReader>;

export function greetReader({ reader, recipient, dealership = "" }: LeadReader): string {
  return greet(reader === "dealership" ? dealership : recipient);
}

/** How the reader names themselves to a customer. */
export function introduce({ reader, recipient, dealership }: LeadReader): string {
  if (!dealership) return `Te escribe ${recipient}.`;
  return reader === "dealership"
    ? `Te escribe ${dealership}.`
    : `Soy ${recipient}, de ${dealership}.`;
}

/** The small print: why the dealership has this copy. */
export function explainCopy({ reader, recipient }: LeadReader): string[] {
  return reader === "dealership"
    ? [`Es una copia: ${recipient} ha recibido el mismo mensaje y lo tiene en sus prospectos.`]
    : [];
}
