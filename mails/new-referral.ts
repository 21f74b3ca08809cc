import { z } from "zod";
import { describePhone, firstName, linkCustomer } from "./customer-links.ts";
import { explainCopy, greetReader, introduce, LeadReader, linkLead } from "./lead-reader.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

export const NewReferral = LeadReader.extend({
  name: z.string(),
  phone: z.string(),
  referredName: z.string(),
  referredPhone: z.string(),
});
type NewReferral = z.infer<typeof NewReferral>;

/** Tells a dealership or salesperson whom a customer referred (product section 7). */
export function newReferral(lead: NewReferral, { siteUrl }: MailSite): MailContent {
  const { name, phone, referredName, referredPhone } = lead;
  const friend = { name: referredName, phone: referredPhone };
  const opening = `Hola, ${firstName(referredName)}. ${introduce(lead)} ${name} me dio tu contacto porque quizá buscas un vehículo. ¿Te puedo ayudar?`;
  return {
    subject: `Nuevo referido: ${referredName}, de parte de ${name}`,
    preview: `${name} te recomienda a ${referredName}.`,
    greeting: greetReader(lead),
    paragraphs: [tell(lead)],
    details: [
      { label: "Referido", value: referredName },
      describePhone("Teléfono", referredPhone),
      { label: "Lo refiere", value: name },
      describePhone("Su teléfono", phone),
    ],
    contacts: linkCustomer(friend, opening, ""),
    action: linkLead(lead, siteUrl),
    notes: [`No olvides dar las gracias a ${name}.`, ...explainCopy(lead)],
  };
}

function tell({ reader, recipient, name, referredName }: NewReferral): string {
  return reader === "dealership"
    ? `${name} ha referido a ${referredName} a ${recipient}, de tu equipo.`
    : `${name} te ha referido a ${referredName}, que podría buscar un vehículo.`;
}
