import { z } from "zod";
import { formatPrice } from "#contract/price.ts";
import { callAddress } from "#contract/text/call-address.ts";
import { formatPhone } from "#contract/text/format-phone.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { Currency, defaultUnits } from "#contract/units.ts";
import {
  greet,
  type MailContent,
  type MailDetail,
  type MailLink,
  type MailSite,
  type Templates,
  template,
} from "./mail-content.ts";

/**
 * The lead's recipient, and the reader of the mail: the recipient, or the dealership with a copy of
 * its salesperson's lead. `dealership` is only set for a salesperson's leads; `lead` is the target
 * of the button.
 */
const LeadReader = z.object({
  lead: z.guid().optional(),
  reader: z.enum(["recipient", "dealership"]),
  recipient: z.string(),
  dealership: z.string().optional(),
  /** Whether the recipient got the same mail; missing in mails queued before this field existed. */
  recipientMailed: z.boolean().optional(),
});
type LeadReader = z.infer<typeof LeadReader>;

const Vehicle = z.object({
  id: z.guid(),
  title: z.string(),
  price: z.string().optional(),
  vin: z.string().optional(),
});

const NewInquiry = LeadReader.extend({
  name: z.string(),
  /** Missing if the customer called or wrote directly. */
  email: z.string().optional(),
  phone: z.string().optional(),
  message: z.string().optional(),
  vehicle: Vehicle.optional(),
  /** The dealership's currency, if not the default. */
  currency: Currency.default(defaultUnits.currency),
});
type NewInquiry = z.infer<typeof NewInquiry>;

const NewReferral = LeadReader.extend({
  name: z.string(),
  phone: z.string(),
  referredName: z.string(),
  referredPhone: z.string(),
});
type NewReferral = z.infer<typeof NewReferral>;

const ReservationOver = z.object({
  vehicle: Vehicle.pick({ id: true, title: true }),
  /** The open leads that asked about the vehicle, newest first. */
  waiting: z.array(z.string()),
});

/** Mails to sellers about inquiries, referrals and expired reservations. */
export const leadMails: Templates = {
  "new-inquiry": template(NewInquiry, newInquiry),
  "new-referral": template(NewReferral, newReferral),

  /** A reserved vehicle with waiting customers is available again. */
  "reservation-over": template(ReservationOver, ({ vehicle, waiting }, { siteUrl }) => ({
    subject: `Terminó el apartado: ${vehicle.title}`,
    preview: "El vehículo vuelve a estar disponible.",
    greeting: "Hola:",
    paragraphs: [
      `El tiempo del apartado de ${vehicle.title} terminó sin venta, y el vehículo vuelve a estar disponible.`,
      ...(waiting.length > 0 ? ["Preguntaron por él y esperan:"] : []),
    ],
    details: waiting.map((name) => ({ label: "Prospecto", value: name })),
    action:
      waiting.length > 0
        ? { label: "Ver mis prospectos", url: `${siteUrl}/leads` }
        : { label: "Ver el vehículo", url: `${siteUrl}/vehicle/${vehicle.id}` },
    notes: [],
  })),
};

/** An inquiry for a dealership or salesperson, with everything needed to respond. */
function newInquiry(lead: NewInquiry, { siteUrl }: MailSite): MailContent {
  const { name, email, message, vehicle } = lead;
  const opening = `Hola, ${firstName(name)}: gracias por tu interés${vehicle ? ` en el ${vehicle.title}` : ""}. ${introduce(lead)} ¿En qué te puedo ayudar?`;
  const about = vehicle?.title ?? "Tu consulta";
  return {
    subject: vehicle ? `Nueva consulta: ${vehicle.title} (${name})` : `Nueva consulta de ${name}`,
    preview: message ?? `${name} espera tu respuesta.`,
    greeting: greetReader(lead),
    paragraphs: [describeInquiry(lead)],
    details: listDetails(lead, siteUrl),
    quote: message,
    contacts: linkCustomer(lead, opening, about),
    action: linkLead(lead, siteUrl),
    notes: [
      ...(email ? [`Si respondes a este correo, tu respuesta le llega a ${name}.`] : []),
      ...explainCopy(lead),
    ],
    replyTo: email,
  };
}

function describeInquiry({ reader, recipient, name, vehicle }: NewInquiry): string {
  const about = vehicle ? ` sobre el ${vehicle.title}` : "";
  return reader === "dealership"
    ? `${name} ha pedido información${about} a ${recipient}, de tu equipo.`
    : `${name} te ha pedido información${about}.`;
}

function listDetails(
  { name, email, phone, vehicle, currency }: NewInquiry,
  siteUrl: string,
): MailDetail[] {
  const details: MailDetail[] = [{ label: "Nombre", value: name }];
  if (phone) details.push(describePhone("Teléfono", phone));
  if (email) details.push(describeEmail(email));
  if (vehicle) {
    details.push({
      label: "Vehículo",
      value: vehicle.title,
      url: `${siteUrl}/vehicle/${vehicle.id}`,
    });
    if (vehicle.price) {
      details.push({ label: "Precio", value: formatPrice(vehicle.price, currency) });
    }
    if (vehicle.vin) details.push({ label: "VIN", value: vehicle.vin });
  }
  return details;
}

/** A referral for a dealership or salesperson (docs/product/leads.md). */
function newReferral(lead: NewReferral, { siteUrl }: MailSite): MailContent {
  const { name, phone, referredName, referredPhone } = lead;
  const friend = { name: referredName, phone: referredPhone };
  const opening = `Hola, ${firstName(referredName)}. ${introduce(lead)} ${name} me dio tu contacto porque quizá buscas un vehículo. ¿Te puedo ayudar?`;
  return {
    subject: `Nuevo referido: ${referredName}, de parte de ${name}`,
    preview: `${name} te recomienda a ${referredName}.`,
    greeting: greetReader(lead),
    paragraphs: [describeReferral(lead)],
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

function describeReferral({ reader, recipient, name, referredName }: NewReferral): string {
  return reader === "dealership"
    ? `${name} ha referido a ${referredName} a ${recipient}, de tu equipo.`
    : `${name} te ha referido a ${referredName}, que podría buscar un vehículo.`;
}

/** The link to the lead. */
function linkLead({ lead }: LeadReader, siteUrl: string): MailLink {
  const selected = lead ? `?prospecto=${lead}` : "";
  return { label: "Ver prospecto", url: `${siteUrl}/leads${selected}` };
}

function greetReader({ reader, recipient, dealership = "" }: LeadReader): string {
  return greet(reader === "dealership" ? dealership : recipient);
}

/** How the reader introduces themselves to a customer. */
function introduce({ reader, recipient, dealership }: LeadReader): string {
  if (!dealership) return `Te escribe ${recipient}.`;
  return reader === "dealership"
    ? `Te escribe ${dealership}.`
    : `Soy ${recipient}, de ${dealership}.`;
}

/** The footnote about who else received the lead. */
function explainCopy({ reader, recipient, recipientMailed }: LeadReader): string[] {
  if (reader !== "dealership") return [];
  if (recipientMailed === undefined) return [`${recipient} lo tiene en sus prospectos.`];
  return recipientMailed
    ? [`Es una copia: ${recipient} ha recibido el mismo mensaje y lo tiene en sus prospectos.`]
    : [`${recipient} lo tiene en sus prospectos, pero no ha recibido este correo.`];
}

/**
 * A person to contact. A phone that starts with "+" has its country code; any other is as typed.
 */
type Customer = { name: string; phone?: string | undefined; email?: string | undefined };

/** The available ways to contact a customer: WhatsApp with a draft, call, mail. */
function linkCustomer(
  { name, phone, email }: Customer,
  opening: string,
  subject: string,
): MailLink[] {
  const links: MailLink[] = [];
  if (phone && /^\+\d+$/.test(phone)) {
    const url = whatsappAddress(phone, opening);
    links.push({ label: `WhatsApp a ${firstName(name)}`, url });
  }
  const call = phone && callAddress(phone);
  if (call) links.push({ label: "Llamar", url: call });
  if (email) {
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${opening}\n\n`)}`;
    links.push({ label: "Enviar correo", url: `${mailAddress(email)}?${query}` });
  }
  return links;
}

/** A detail line that calls the phone number. */
function describePhone(label: string, phone: string): MailDetail {
  const url = callAddress(phone);
  return url ? { label, value: formatPhone(phone), url } : { label, value: phone };
}

/** A detail line that opens a reply. */
function describeEmail(email: string): MailDetail {
  return { label: "Correo", value: email, url: mailAddress(email) };
}

/** The first name, to address a person by. */
function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
