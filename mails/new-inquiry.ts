import { z } from "zod";
import { describeEmail, describePhone, firstName, linkCustomer } from "./customer-links.ts";
import { explainCopy, greetReader, introduce, LeadReader, linkLead } from "./lead-reader.ts";
import type { MailContent, MailDetail, MailSite } from "./mail-content.ts";

const Vehicle = z.object({
  id: z.guid(),
  title: z.string(),
  price: z.string().optional(),
  vin: z.string().optional(),
});

export const NewInquiry = LeadReader.extend({
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  message: z.string().optional(),
  vehicle: Vehicle.optional(),
});
type NewInquiry = z.infer<typeof NewInquiry>;

/**
 * Tells a dealership or salesperson that a customer asked for information, with all that is needed
 * to answer.
 */
export function newInquiry(lead: NewInquiry, { siteUrl }: MailSite): MailContent {
  const { name, email, message, vehicle } = lead;
  const opening = `Hola, ${firstName(name)}: gracias por tu interés${vehicle ? ` en el ${vehicle.title}` : ""}. ${introduce(lead)} ¿En qué te puedo ayudar?`;
  const about = vehicle?.title ?? "Tu consulta";
  return {
    subject: vehicle ? `Nueva consulta: ${vehicle.title} (${name})` : `Nueva consulta de ${name}`,
    preview: message ?? `${name} espera tu respuesta.`,
    greeting: greetReader(lead),
    paragraphs: [tell(lead)],
    details: listDetails(lead, siteUrl),
    quote: message,
    contacts: linkCustomer(lead, opening, about),
    action: linkLead(lead, siteUrl),
    notes: [`Si respondes a este correo, tu respuesta le llega a ${name}.`, ...explainCopy(lead)],
    replyTo: email,
  };
}

function tell({ reader, recipient, name, vehicle }: NewInquiry): string {
  const about = vehicle ? ` sobre el ${vehicle.title}` : "";
  return reader === "dealership"
    ? `${name} ha pedido información${about} a ${recipient}, de tu equipo.`
    : `${name} te ha pedido información${about}.`;
}

function listDetails({ name, email, phone, vehicle }: NewInquiry, siteUrl: string): MailDetail[] {
  const details: MailDetail[] = [{ label: "Nombre", value: name }];
  if (phone) details.push(describePhone("Teléfono", phone));
  details.push(describeEmail(email));
  if (vehicle) {
    details.push({
      label: "Vehículo",
      value: vehicle.title,
      url: `${siteUrl}/vehicle/${vehicle.id}`,
    });
    if (vehicle.price) details.push({ label: "Precio", value: writePrice(vehicle.price) });
    if (vehicle.vin) details.push({ label: "VIN", value: vehicle.vin });
  }
  return details;
}

/** A plain number is money; anything else is a phrase of the dealer's. */
function writePrice(price: string): string {
  return /^\d+(\.\d+)?$/.test(price) ? `$${Number(price).toLocaleString("en-US")}` : price;
}
