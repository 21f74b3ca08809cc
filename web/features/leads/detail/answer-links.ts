import { UNNAMED_CUSTOMER } from "#contract/customers/contact-tap.ts";
import type { Lead } from "#contract/customers/lead.ts";
import { callAddress } from "#contract/text/call-address.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { mailAddress } from "#web/ui/mail-address.ts";
import { prospectOf } from "../describe-lead.ts";

/** A vehicle to name to a customer, with the address of its page. */
export type OtherVehicle = { title: string; address: string };

/** Whether the vehicle that a customer asked about is sold by now. */
export function isSold({ vehicle }: Lead): boolean {
  return vehicle?.status === "Vendido";
}

/** The ways to answer a lead, as addresses; null where what they need is not known. */
export type AnswerLinks = { whatsapp: string | null; call: string | null; email: string | null };

/**
 * Makes the links to the person to answer, WhatsApp and mail with a greeting in them; `from` is who
 * greets, `others` what can be bought in place of a vehicle that is sold.
 */
export function answerLinks(lead: Lead, from: string, others: OtherVehicle[] = []): AnswerLinks {
  const { phone, email } = prospectOf(lead);
  const text = greeting(lead, from, others);
  return {
    whatsapp: phone && chatAddress(phone, text),
    call: phone && callAddress(phone),
    email: email && mailWith(email, subject(lead), text),
  };
}

/** Only a phone with its country code is one that WhatsApp finds (contract, Lead). */
function chatAddress(phone: string, text: string): string | null {
  return /^\+\d{6,}$/.test(phone) ? whatsappAddress(phone, text) : null;
}

function mailWith(email: string, about: string, text: string): string {
  return `${mailAddress(email)}?subject=${encodeURIComponent(about)}&body=${encodeURIComponent(text)}`;
}

function subject({ vehicle_title }: Lead): string {
  return vehicle_title ? `Tu consulta sobre el ${vehicle_title}` : "Tu consulta";
}

function greeting(lead: Lead, from: string, others: OtherVehicle[]): string {
  const { name } = prospectOf(lead);
  const whom = name === UNNAMED_CUSTOMER ? "" : ` ${firstName(name)}`;
  return `Hola${whom}, te saluda ${from}. ${reason(lead, others)}`;
}

function reason(lead: Lead, others: OtherVehicle[]): string {
  const { kind, name, vehicle_title } = lead;
  if (kind === "referral") {
    return `${firstName(name)} nos dio tu contacto. ¿Qué vehículo estás buscando?`;
  }
  if (vehicle_title && isSold(lead)) {
    const thanks = `Gracias por tu interés en el ${vehicle_title}. Ya se vendió, pero`;
    if (others.length === 0) return `${thanks} te puedo mostrar otros parecidos. ¿Qué buscas?`;
    const list = others.map(({ title, address }) => `• ${title}: ${address}`).join("\n");
    return `${thanks} tenemos otros que te pueden gustar:\n${list}\n¿Te gustaría ver alguno?`;
  }
  if (vehicle_title) {
    return `Gracias por tu interés en el ${vehicle_title}. ¿Cuándo te gustaría verlo?`;
  }
  return "Gracias por escribirnos. ¿En qué podemos ayudarte?";
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
