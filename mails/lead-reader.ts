import { z } from "zod";
import { greet, type MailLink } from "./mail-content.ts";

/**
 * Whom a lead was for and who reads the mail: the recipient, or the dealership that gets a copy of
 * what came to a salesperson of theirs. `dealership` is only there for a salesperson's leads;
 * `lead` is where the mail's button leads to.
 */
export const LeadReader = z.object({
  lead: z.guid().optional(),
  reader: z.enum(["recipient", "dealership"]),
  recipient: z.string(),
  dealership: z.string().optional(),
});
type LeadReader = z.infer<typeof LeadReader>;

/** The way to the lead among the others. */
export function linkLead({ lead }: LeadReader, siteUrl: string): MailLink {
  const selected = lead ? `?prospecto=${lead}` : "";
  return { label: "Ver prospecto", url: `${siteUrl}/leads${selected}` };
}

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
